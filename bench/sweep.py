#!/usr/bin/env python3
"""sweep.py YEE [--scheme cuda.temporal] [--jobs N] [--few N] [--timing] [ROW...]: `yee sweep` beside as many `yee run`.
sweep.py YEE --steps [--scheme cuda.temporal] [--jobs 1,2,4,...] [ROW...]: steps alone, by traces side by side on a card.

A row is TRACES:CELLS:STEPS:BOUNDARY; without any, those of a card are measured. Sources and probes move from trace to trace.
Of the lone runs --few are timed, the last ones of the sweep, and their mean counts for all; the traces' probes must be those of
the lone runs, byte by byte (where h5diff or h5py is there, else that is said). --timing shows where the sweep's time went. The
column `foretold` holds
times from before any was measured, on one H200: of lone runs that take half a second besides their steps; of a sweep whose one
plan is aimed at trace after trace (the measured speeds of lone plans, 20, 29 and 80 Gcells/s, with 20 ms a trace and 0.8 s at
the beginning); and of plans side by side on streams of one process.

--steps times each row's sweep with its steps and with a quarter of them: the cells and steps of the difference, by the
difference of the times, are the speed of the steps alone, without planning and files. `foretold` is for plans side by side, from
before any was measured; `asked` is what the best of a row is to reach."""
import argparse, os, re, shutil, subprocess, tempfile, time

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
# Gcells/s of steps alone, foretold and asked.
STEPS = {'64:64:24000:pec': (60, 145), '64:64:24000:cpml': (35, 50), '64:128:6000:cpml': (70, 60), '32:192:3000:cpml': (90, 85)}


def call(words, folder):
    start = time.time()
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f'{" ".join(words)}: exit code {done.returncode}\n{done.stdout[-2000:]}')
    call.said = done.stdout
    return time.time() - start


def numbers_of(file):
    """The bytes of every dataset under /probe that is not text."""
    import h5py
    found = {}
    with h5py.File(file) as h5:
        def visit(name, item):
            if isinstance(item, h5py.Dataset) and item.dtype.kind in 'fiu':
                found[name] = item[()].tobytes()
        h5['probe'].visititems(visit)
    return found


def same(one, other):
    if not shutil.which('h5diff'):
        try:
            return numbers_of(one) == numbers_of(other) != {}
        except ImportError:
            same.compares = False
            return True
    compared = subprocess.run(['h5diff', one, other, '/probe'], stdout=subprocess.PIPE, text=True)
    return compared.returncode == 0


same.compares = True


def model_of(given, traces, n, steps, boundary):
    return MODEL.format(n=n, steps=steps, boundary=boundary, scheme=given.scheme, traces=traces, at=14, half=n // 2,
                        near=n // 2 + 4, step=(n - 28) / traces)


def parts_of(row):
    traces, n, steps, boundary = re.fullmatch(r'(\d+):(\d+):(\d+):(\w+)', row).groups()
    return int(traces), int(n), int(steps), boundary


def warm(given, folder):
    """What is tuned once, for a lone run and beside others, is measured before the clock begins."""
    os.mkdir(folder + '/warm')
    call([given.yee, 'run', '../m.ini', '--trace', '0'], folder + '/warm')
    call([given.yee, 'sweep', '../m.ini', '--only', '0', '--force'], folder + '/warm')


def measure_steps(given, row):
    traces, n, steps, boundary = parts_of(row)
    speeds = []
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/m.ini', 'w') as file:
            file.write(model_of(given, traces, n, steps, boundary))
        warm(given, folder)
        for jobs in (given.jobs or '1,2,4,8,16,32').split(','):
            took = [call([given.yee, 'sweep', 'm.ini', '--force', '--jobs', jobs, '--set', f'run.steps={s}'], folder)
                    for s in (steps // 4, steps)]
            speeds.append(f'{jobs}: {1e-9 * traces * n**3 * (steps - steps // 4) / (took[1] - took[0]):.1f}')
    foretold, asked = STEPS.get(row, ('', ''))
    print(f'| {row} | {", ".join(speeds)} | {foretold} | {asked} |', flush=True)


def measure(given, row):
    traces, n, steps, boundary = parts_of(row)
    text = model_of(given, traces, n, steps, boundary)
    few = min(given.few, traces)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/m.ini', 'w') as file:
            file.write(text)
        warm(given, folder)
        swept = call([given.yee, 'sweep', 'm.ini'] + (['--jobs', given.jobs] if given.jobs else []) +
                     (['--timing'] if given.timing else []), folder)
        said = call.said
        alone = 0
        for trace in range(traces - few, traces):
            os.mkdir(f'{folder}/{trace}')
            alone += call([given.yee, 'run', '../m.ini', '--trace', str(trace)], f'{folder}/{trace}') / few
            if not same(f'{folder}/{trace}/m_trace{trace}.h5', f'{folder}/m.sweep/{trace:06d}/m.h5'):
                raise SystemExit(f'{row}: trace {trace} of the sweep is not the lone run')
    loop, work = traces * alone, 1e-9 * traces * n**3 * steps
    foretold = '{:.0f}, {:.1f}, {:.1f}'.format(*ROWS[row]) if row in ROWS else ''
    print(f'| {row} | {loop:.1f} | {swept:.1f} | {loop / swept:.1f} | {work / swept:.2f} | {foretold} |', flush=True)
    if given.timing:
        print(said, flush=True)
    if not same.compares:
        print('bits were not compared: there is neither h5diff nor h5py', flush=True)


options = argparse.ArgumentParser()
options.add_argument('yee')
options.add_argument('row', nargs='*')
options.add_argument('--scheme', default='cuda.temporal')
options.add_argument('--jobs')
options.add_argument('--few', type=int, default=8)
options.add_argument('--steps', action='store_true')
options.add_argument('--timing', action='store_true')
given = options.parse_intermixed_args()
given.yee = os.path.abspath(given.yee)
if given.steps:
    print('| traces:cells:steps:boundary | Gcells/s by traces side by side | foretold | asked |')
    print('|---|---|---|---|')
    for row in given.row or STEPS:
        measure_steps(given, row)
    raise SystemExit
print('| traces:cells:steps:boundary | as many yee run, s | yee sweep, s | times | Gcells/s, all in | foretold, s |')
print('|---|---|---|---|---|---|')
for row in given.row or ROWS:
    measure(given, row)
