"""Pages as a reader sees them: drawn by chromium, looked at pixel by pixel."""

import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import zlib

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
                None)
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars")

# Written into a copy of the page: where every figure is, and how wide the whole is.
SCRIPT = """<script>addEventListener('load', () => {
  const told = [...document.querySelectorAll('svg')].map(svg => {
    const box = svg.getBoundingClientRect();
    return [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round).join(',');
  });
  const root = document.documentElement;
  document.title = 'BOXES ' + told.join(' ') + ' PAGE ' + root.scrollWidth + ',' + root.scrollHeight;
})</script>"""


# A window is never narrower than 500 pixels; a frame in it is as narrow as it is told.
FRAME = """<!DOCTYPE html><html><head><style>body { margin: 0; } iframe { border: 0; display: block; }
</style></head><body><iframe id="page" style="width: %dpx; height: 100px" src="%s"></iframe>
<p id="told"></p><script>
const frame = document.getElementById('page');
frame.addEventListener('load', () => setTimeout(() => {
  frame.style.height = frame.contentDocument.documentElement.scrollHeight + 'px';
  document.getElementById('told').textContent = frame.contentDocument.title;
}, 0));
</script></body></html>
"""


class Picture:
    """A decoded PNG of 8 bits a channel: rows of bytes."""

    def __init__(self, content):
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        data, at = b"", 8
        while at < len(content):
            length, kind = struct.unpack(">I4s", content[at:at + 8])
            body = content[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, colour = struct.unpack(">IIBB", body[:10])
                assert depth == 8 and colour in (2, 6), (depth, colour)
                self.channels = 3 if colour == 2 else 4
            if kind == b"IDAT":
                data += body
            at += 12 + length
        self.rows = self._unfiltered(zlib.decompress(data))

    def _unfiltered(self, raw):
        size, step = self.width * self.channels, self.channels
        rows, above = [], bytearray(size)
        for y in range(self.height):
            kind = raw[y * (size + 1)]
            row = bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
            if kind == 1:
                for x in range(step, size):
                    row[x] = (row[x] + row[x - step]) & 255
            elif kind == 2:
                row = bytearray((a + b) & 255 for a, b in zip(row, above))
            elif kind == 3:
                for x in range(size):
                    left = row[x - step] if x >= step else 0
                    row[x] = (row[x] + (left + above[x]) // 2) & 255
            elif kind == 4:
                for x in range(size):
                    left, corner = (row[x - step], above[x - step]) if x >= step else (0, 0)
                    row[x] = (row[x] + _paeth(left, above[x], corner)) & 255
            rows.append(row)
            above = row
        return rows

    def colours(self, left, top, width, height):
        """How often each colour occurs in a box."""
        counts = {}
        for row in self.rows[top:top + height]:
            for x in range(left, min(left + width, self.width)):
                colour = bytes(row[x * self.channels:x * self.channels + 3])
                counts[colour] = counts.get(colour, 0) + 1
        return counts


def _paeth(left, above, corner):
    guess = left + above - corner
    return min((abs(guess - left), 0, left), (abs(guess - above), 1, above),
               (abs(guess - corner), 2, corner))[2]


def _chromium(*arguments):
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run([CHROMIUM, *QUIET, f"--user-data-dir={profile}", *arguments],
                              capture_output=True, timeout=120, check=True)
    return done.stdout.decode(errors="replace")


class Drawn:
    """A page drawn at a width: the boxes of its figures, its size, its pixels."""

    def __init__(self, page, width):
        text = pathlib.Path(page).read_text()
        with tempfile.TemporaryDirectory() as directory:
            copy = pathlib.Path(directory) / "page.html"
            copy.write_text(text.replace("</head>", SCRIPT + "</head>"))
            outer = pathlib.Path(directory) / "frame.html"
            outer.write_text(FRAME % (width, copy.name))
            dom = _chromium("--allow-file-access-from-files", "--dump-dom", f"file://{outer}")
            told = re.search(r"BOXES (.*) PAGE (\d+),(\d+)", dom)
            self.boxes = [tuple(map(int, box.split(","))) for box in told[1].split()]
            self.width, self.height = int(told[2]), int(told[3])
            shot = pathlib.Path(directory) / "shot.png"
            _chromium("--allow-file-access-from-files", f"--screenshot={shot}",
                      f"--window-size={max(width, 500)},{self.height + 20}", f"file://{outer}")
            self.png = shot.read_bytes()
        self.picture = Picture(self.png)
