#include "mahala/data/text/tokenizer.hpp"

#include <locale.h>
#include <wctype.h>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr char32_t invalid = 0xFFFFFFFF;

/// The C library's tables of Unicode, without touching the program's locale.
locale_t unicode() {
  static const locale_t tables = [] {
    const locale_t found = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    require(found != nullptr, "text cannot be read: the system has no locale C.UTF-8");
    return found;
  }();
  return tables;
}

/// The character at `at`, which moves behind it; `invalid`, one byte long, if it is not UTF-8.
char32_t decode(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(at++);
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || text.size() - at < more) return invalid;
  char32_t c = lead & (0x3FU >> more);
  for (std::size_t k = 0; k < more; ++k) {
    if ((byte(at + k) & 0xC0U) != 0x80) return invalid;
    c = c << 6 | (byte(at + k) & 0x3FU);
  }
  constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return invalid;
  at += more;
  return c;
}

void encode(char32_t c, std::string& out) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80U | (c >> shift & 0x3FU)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | c >> 6);
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0U | c >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | c >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Marks the C library does not count among letters and without which words would fall apart.
bool continues_word(char32_t c) {
  const bool indic = c >= 0x0900 && c < 0x0E00;
  const char32_t place = c & 0x7FU;  // Indic blocks are alike: virama at 4D, nukta at 3C
  return (c >= 0x0300 && c <= 0x036F) || (indic && (place == 0x4D || place == 0x3C)) ||
         c == 0x0DCA || c == 0x200C || c == 0x200D;
}

/// The word being put together.
class Word {
 public:
  Word(const WordShape& shape, const std::function<void(std::string_view)>& visit)
      : shape_(shape), visit_(visit) {}

  void add(char c) {
    if (++length_ <= shape_.longest) text_ += c;
  }

  void add(char32_t c) {
    if (++length_ <= shape_.longest) encode(c, text_);
  }

  bool empty() const { return length_ == 0; }

  void end() {
    if (length_ == 0) return;
    if (length_ >= shape_.shortest && length_ <= shape_.longest) visit_(text_);
    text_.clear();
    length_ = 0;
  }

 private:
  const WordShape& shape_;
  const std::function<void(std::string_view)>& visit_;
  std::string text_;
  Index length_ = 0;
};

void take_ascii(char c, bool digits, Word& word) {
  const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if ((lower >= 'a' && lower <= 'z') || (digits && lower >= '0' && lower <= '9')) {
    word.add(lower);
  } else {
    word.end();
  }
}

void take_character(char32_t c, Word& word) {
  if (c != invalid && iswalpha_l(static_cast<wint_t>(c), unicode()) != 0) {
    word.add(static_cast<char32_t>(towlower_l(static_cast<wint_t>(c), unicode())));
  } else if (!word.empty() && continues_word(c)) {
    word.add(c);
  } else {
    word.end();
  }
}

}  // namespace

void for_each_word(std::string_view text, const WordShape& shape,
                   const std::function<void(std::string_view)>& visit) {
  Word word(shape, visit);
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      take_ascii(text[at++], shape.digits, word);
    } else {
      take_character(decode(text, at), word);
    }
  }
  word.end();
}

}  // namespace mahala
