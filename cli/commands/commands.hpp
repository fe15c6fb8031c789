/// @file
/// One function per sub-command; each adds itself to the program.
#pragma once

#include <CLI/CLI.hpp>

namespace mahala::cli {

void add_fit(CLI::App& app);       ///< data -> model file
void add_evaluate(CLI::App& app);  ///< data, learner or model -> does it help?
void add_compare(CLI::App& app);   ///< data, learners -> one table
void add_tune(CLI::App& app);      ///< data -> the best of several learners, as a model file
void add_convert(CLI::App& app);   ///< data -> data in another format
void add_describe(CLI::App& app);  ///< data -> what to know about them
void add_embed(CLI::App& app);     ///< model file, data -> embedded data
void add_search(CLI::App& app);    ///< model file, base, queries -> neighbours
void add_index(CLI::App& app);     ///< model file, base -> a file FAISS loads
void add_cluster(CLI::App& app);   ///< data, what is known of it -> clusters
void add_score(CLI::App& app);     ///< model file, data, pairs -> scores or distances
void add_label(CLI::App& app);     ///< model file, data -> the best labels of each sample
void add_inspect(CLI::App& app);   ///< model or data file -> what is in it
void add_learners(CLI::App& app);  ///< the methods and their options
void add_sample(CLI::App& app);    ///< labelled data -> constraint file
void add_generate(CLI::App& app);  ///< a synthetic problem -> data
void add_report(CLI::App& app);    ///< model file or learner, data -> a page with pictures
void add_demo(CLI::App& app);      ///< the whole road on built-in data
void add_help(CLI::App& app);      ///< what the other sub-commands do

}  // namespace mahala::cli
