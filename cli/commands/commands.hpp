/// @file
/// One function per sub-command; each adds itself to the program.
#pragma once

#include "cli/flags/command.hpp"

namespace mahala::cli {

void add_fit(Command& app);        ///< data -> model file
void add_evaluate(Command& app);   ///< data, learner or model -> does it help?
void add_compare(Command& app);    ///< data, learners -> one table
void add_tune(Command& app);       ///< data -> the best of several learners, as a model file
void add_convert(Command& app);    ///< data -> data in another format
void add_describe(Command& app);   ///< data -> what to know about them
void add_adapt(Command& app);      ///< embeddings, feedback -> model file
void add_embed(Command& app);      ///< model file, data -> embedded data
void add_search(Command& app);     ///< model file, base, queries -> neighbours
void add_index(Command& app);      ///< model file, base -> a file FAISS loads
void add_export(Command& app);     ///< model file -> a file other programs take
void add_cluster(Command& app);    ///< data, what is known of it -> clusters
void add_calibrate(Command& app);  ///< model file, data, known pairs -> thresholds, probabilities
void add_score(Command& app);      ///< model file, data, pairs -> scores or distances
void add_label(Command& app);      ///< model file, data -> the best labels of each sample
void add_inspect(Command& app);    ///< model or data file -> what is in it
void add_learners(Command& app);   ///< the methods and their options
void add_sample(Command& app);     ///< labelled data -> constraint file
void add_generate(Command& app);   ///< a synthetic problem -> data
void add_split(Command& app);      ///< data -> data to learn from and data to test by
void add_report(Command& app);     ///< model file or learner, data -> a page with pictures
void add_demo(Command& app);       ///< the whole road on built-in data
void add_reproduce(Command& app);  ///< the papers' experiments -> our numbers beside their claims
void add_help(Command& app);       ///< what the other sub-commands do

}  // namespace mahala::cli
