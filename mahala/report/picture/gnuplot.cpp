#include "mahala/report/picture/gnuplot.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/text.hpp"

extern char** environ;  // NOLINT: POSIX asks programs to declare it

namespace mahala {
namespace {

/// A nameless file that is gone when closed. Files instead of pipes: nobody waits for
/// anybody, whatever the sizes.
class ScratchFile {
 public:
  ScratchFile() : file_(std::tmpfile(), &std::fclose) {
    require(file_ != nullptr, "no temporary file can be made: {}", std::strerror(errno));
  }

  int descriptor() const { return fileno(file_.get()); }

  void write(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                         std::fflush(file_.get()) == 0;
    require(written, "a temporary file cannot be written: {}", std::strerror(errno));
    std::rewind(file_.get());
  }

  std::string read() {
    std::string text;
    char buffer[1 << 14];
    std::rewind(file_.get());
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file_.get())) {
      text.append(buffer, count);
    }
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// Starts gnuplot on the three files and waits for it; its exit code, or 127 if it is not there.
int spawn_gnuplot(const ScratchFile& in, const ScratchFile& out, const ScratchFile& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.descriptor(), 0);
  posix_spawn_file_actions_adddup2(&actions, out.descriptor(), 1);
  posix_spawn_file_actions_adddup2(&actions, err.descriptor(), 2);
  char program[] = "gnuplot", plain[] = "--default-settings";
  char* arguments[] = {program, plain, nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, program, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    require(errno == EINTR, "gnuplot was lost: {}", std::strerror(errno));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void erase_elements(std::string& text, const std::string& element) {
  const std::string open = "<" + element + ">", close = "</" + element + ">";
  for (auto at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const auto end = text.find(close, at);
    if (end == std::string::npos) return;
    text.erase(at, end + close.size() - at);
  }
}

/// Puts `prefix` in front of the ids a tag gives or refers to.
std::string rename_ids(std::string tag, const std::string& prefix) {
  for (const std::string opening : {" id='", " id=\"", "href='#", "href=\"#", "url(#"}) {
    replace_all(tag, opening, opening + prefix);
  }
  return tag;
}

/// Changes tags only: names shown as text may look like anything.
std::string rename_all_ids(std::string_view svg, const std::string& prefix) {
  std::string renamed;
  while (!svg.empty()) {
    const auto open = std::min(svg.find('<'), svg.size());
    renamed += svg.substr(0, open);
    svg.remove_prefix(open);
    const auto close = std::min(svg.find('>'), svg.size());
    renamed += rename_ids(std::string(svg.substr(0, close)), prefix);
    svg.remove_prefix(close);
  }
  return renamed;
}

/// FNV-1a, 64 bits: the same picture is always called the same.
std::string fingerprint_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("p{:016x}", hash);
}

}  // namespace

std::string run_gnuplot(const std::string& script) {
  ScratchFile in, out, err;
  in.write(script);
  const int code = spawn_gnuplot(in, out, err);
  require(code != 127, "gnuplot is needed to draw pictures; install gnuplot-nox");
  require(code == 0, "gnuplot failed ({}): {}", code, one_line(err.read()));
  return out.read();
}

std::string gnuplot_quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : one_line(text)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ';
    quoted += plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
  }
  return quoted + "\"";
}

std::string gnuplot_tic(std::string_view text) {
  std::string format(text);
  replace_all(format, "%", "%%");
  return gnuplot_quote(format);
}

std::string inline_svg(const std::string& document, std::string_view title) {
  const auto begin = document.find("<svg");
  require(begin != std::string::npos, "gnuplot drew nothing");
  std::string svg = document.substr(begin);
  erase_elements(svg, "title");
  erase_elements(svg, "desc");
  svg = rename_all_ids(svg, fingerprint_of(svg) + "-");
  const std::string name = escape_html(title);
  svg.insert(4, fmt::format(" role=\"img\" aria-label=\"{}\"", name));
  svg.insert(svg.find('>') + 1, fmt::format("<title>{}</title>", name));
  return svg;
}

}  // namespace mahala
