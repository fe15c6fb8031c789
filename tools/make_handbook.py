#!/usr/bin/env python3
"""Writes handbook.* into data/ or the folder given: a small search problem made by rule from our own pages about learners.

Documents are the paragraphs of docs/learners/*.md, queries are "PAGE HEADING" ("itml update"), and the paragraphs
under that heading answer it.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def paragraphs(page):
    """(heading, text) of every paragraph with ten words or more."""
    heading = ""
    for block in re.split(r"\n\s*\n", page.read_text()):
        for line in re.findall(r"^#+ (.*)$", block, re.MULTILINE):
            heading = line
        text = re.sub(r"\s+", " ", re.sub(r"^#+ .*$", "", block, flags=re.MULTILINE)).strip()
        if len(re.findall(r"[A-Za-z]{2,}", text)) >= 10:
            yield heading, text


documents, queries, judgements = [], {}, []
for page in sorted((ROOT / "docs/learners").glob("*.md")):
    if page.stem == "README":
        continue
    for number, (heading, text) in enumerate(paragraphs(page)):
        name, query = f"{page.stem}/{number}", f"{page.stem}/{heading.lower().replace(' ', '-')}"
        documents.append({"id": name, "text": text})
        queries[query] = f"{page.stem} {heading.lower()}"
        judgements.append(f"{query}\t{name}\t1")

data = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "data"
(data / "handbook.jsonl").write_text("".join(json.dumps(each) + "\n" for each in documents))
(data / "handbook.queries.jsonl").write_text(
    "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in queries.items()))
(data / "handbook.qrels.tsv").write_text("query_id\tdoc_id\trelevance\n" + "\n".join(judgements) + "\n")
print(f"{len(documents)} documents, {len(queries)} queries")
