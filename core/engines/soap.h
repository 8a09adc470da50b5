// SPDX-License-Identifier: GPL-3.0-or-later
// SOAP (N. Vyas et al., 2024; nikhilvyas/SOAP a1e5535, soap.py), Adam in the eigenbases of
// Shampoo's preconditioners, of parameters that are whole and in fp32, with what it takes by
// itself: preconditioners up to 10000 x 10000, of matrices alone.
#pragma once

#include "core/base/term.h"
#include "core/step/policy.h"

namespace shardscope {

/// Two moments of everything, and for each side of a matrix that is no longer than 10000 a
/// preconditioner and its eigenbasis in fp32. `momentBytes`: of an element of a moment.
Term soapState(const Workload &work, double momentBytes);

/// The same of a model's tape in whole storages, bytes.
double soapState(const Tape &tape);

/// The most bytes that optimizer.step() holds on top, in a step that finds new bases (each 10th):
/// it updates one tensor after another, and what it has made of one is there until the next one's
/// is. cuSOLVER's own workspace is left out.
double soapScratch(const Workload &work, const ModelTapes &model);

} // namespace shardscope
