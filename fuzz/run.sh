#!/bin/sh
# Runs fuzz targets one after the other, so many seconds each, all of them when
# none is named. Ends with a line a target.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:?usage: fuzz/run.sh SECONDS [TARGET...]}
shift
[ $# -gt 0 ] || set -- $(cargo +nightly fuzz list)
logs=fuzz/artifacts/logs
mkdir -p "$logs"
for target; do
    mkdir -p "fuzz/corpus/$target"
    case $target in
        any | round_trip) seeds=fuzz/seeds/* ;;
        *) seeds=fuzz/seeds/$target ;;
    esac
    case $target in
        wthor | names | packed | archive) dict= ;;
        *) dict=-dict=fuzz/dict/records.dict ;;
    esac
    cargo +nightly fuzz run -s none "$target" "fuzz/corpus/$target" $seeds -- \
        $dict -timeout=5 -rss_limit_mb=1024 -max_len=4096 -max_total_time="$seconds" \
        >"$logs/$target" 2>&1 || true
done
for target; do
    printf '%-12s' "$target"
    grep -hE '^Done|ERROR: libFuzzer|panicked at' "$logs/$target" | tr '\n' ' ' || true
    echo
done
