#!/usr/bin/env python3
"""sweep.py YEE [--scheme cuda.temporal] [--jobs N] [--few N] [ROW...]: `yee sweep` beside as many `yee run`.

A row is TRACES:CELLS:STEPS:BOUNDARY; without any, those of a card are measured. Sources and probes move from trace to trace.
Of the lone runs --few are timed, the last ones of the sweep, and their mean counts for all; the traces' probes must be those of
the lone runs, byte by byte. The column `foretold` holds
times from before any was measured, on one H200: of lone runs that take half a second besides their steps; of a sweep whose one
plan is aimed at trace after trace (the measured speeds of lone plans, 20, 29 and 80 Gcells/s, with 20 ms a trace and 0.8 s at
the beginning); and of plans side by side on streams of one process, which there are not yet."""
import argparse, os, re, subprocess, tempfile, time

MODEL = """[run]
steps = {steps}
scheme = {scheme}
[grid]
cells = {n}, {n}, {n}
spacing = 1 mm
[boundary.all]
type = {boundary}
[waveform.pulse]
type = ricker
frequency = 8 GHz
[source.tx]
type = dipole
position = {at}, {half}, {half}.5 mm
direction = z
current = 1 A
waveform = pulse
[output.rx]
type = probe
position = {at}, {half}, {near} mm
[sweep.line]
keys = source.tx.position, output.rx.position
step = {step}, 0, 0 mm
count = {traces}
"""
# Foretold seconds: of lone runs; of the sweep, by one plan and by plans side by side.
ROWS = {'64:64:1500:cpml': (33, 3.4, 1.2), '128:128:3000:cpml': (92, 31, 12.5), '128:128:3000:pec': (74, 13.5, 6.4),
        '128:128:10000:cpml': (158, 96, 39)}


def call(words, folder):
    start = time.time()
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f'{" ".join(words)}: exit code {done.returncode}\n{done.stdout[-2000:]}')
    return time.time() - start


def same(one, other):
    compared = subprocess.run(['h5diff', one, other, '/probe'], stdout=subprocess.PIPE, text=True)
    return compared.returncode == 0


def measure(given, row):
    traces, n, steps, boundary = re.fullmatch(r'(\d+):(\d+):(\d+):(\w+)', row).groups()
    traces, n, steps = int(traces), int(n), int(steps)
    room = n - 28
    text = MODEL.format(n=n, steps=steps, boundary=boundary, scheme=given.scheme, traces=traces, at=14, half=n // 2,
                        near=n // 2 + 4, step=room / traces)
    few = min(given.few, traces)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/m.ini', 'w') as file:
            file.write(text)
        call([given.yee, 'run', 'm.ini', '--trace', '0', '--set', 'run.output=warm.h5'], folder)  # what is tuned once
        swept = call([given.yee, 'sweep', 'm.ini'] + (['--jobs', given.jobs] if given.jobs else []), folder)
        alone = 0
        for trace in range(traces - few, traces):
            os.mkdir(f'{folder}/{trace}')
            alone += call([given.yee, 'run', '../m.ini', '--trace', str(trace)], f'{folder}/{trace}') / few
            if not same(f'{folder}/{trace}/m.h5', f'{folder}/m.sweep/{trace:06d}/m.h5'):
                raise SystemExit(f'{row}: trace {trace} of the sweep is not the lone run')
    loop, work = traces * alone, 1e-9 * traces * n**3 * steps
    foretold = '{:.0f}, {:.1f}, {:.1f}'.format(*ROWS[row]) if row in ROWS else ''
    print(f'| {row} | {loop:.1f} | {swept:.1f} | {loop / swept:.1f} | {work / swept:.2f} | {foretold} |', flush=True)


options = argparse.ArgumentParser()
options.add_argument('yee')
options.add_argument('row', nargs='*')
options.add_argument('--scheme', default='cuda.temporal')
options.add_argument('--jobs')
options.add_argument('--few', type=int, default=8)
given = options.parse_intermixed_args()
given.yee = os.path.abspath(given.yee)
print('| traces:cells:steps:boundary | as many yee run, s | yee sweep, s | times | Gcells/s, all in | foretold, s |')
print('|---|---|---|---|---|---|')
for row in given.row or ROWS:
    measure(given, row)
