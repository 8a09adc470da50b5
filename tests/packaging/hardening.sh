#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# hardening.sh PROGRAM...: what the distribution's flags do for a program must have been done for
# these: position-independent, read-only relocations, bound at once, stack and calls guarded.
set -eu
status=0
for program in "$@"; do
    for wanted in \
        "position-independent|-hW|Type:.*DYN" \
        "read-only relocations|-lW|GNU_RELRO" \
        "bound at once|-dW|BIND_NOW|NOW" \
        "no executable stack|-lW|GNU_STACK.* RW " \
        "guarded stack|--dyn-syms -W|__stack_chk_fail" \
        "guarded calls|--dyn-syms -W|__[a-z]*_chk@"; do
        name=${wanted%%|*}
        rest=${wanted#*|}
        how=${rest%%|*}
        # shellcheck disable=SC2086  # options
        if ! readelf $how "$program" | grep -Eq "${rest#*|}"; then
            echo "$program: not $name" >&2
            status=1
        fi
    done
done
exit $status
