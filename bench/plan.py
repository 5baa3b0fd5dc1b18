#!/usr/bin/env python3
"""plan.py YEE MODEL.ini...: what `yee plan` promises of each model, held against `yee run`, as rows of a table.

Plans and runs alternate, and medians are shown: of seconds on the wall, since a plan promises those, with the seconds of all
cores beside them, which other work on the machine does not lengthen. Models run in folders of their own, all files go."""
import glob, os, re, statistics, subprocess, sys, tempfile, time

REPEATS = 5
UNIT = {'B': 1, 'KiB': 2**10, 'MiB': 2**20, 'GiB': 2**30, 'TiB': 2**40}


def run(words, folder):
    start = time.time()
    child = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text = child.stdout.read()
    _, _, used = os.wait4(child.pid, 0)
    return text, time.time() - start, used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss


def seconds(text):
    if text.endswith(' s'):
        return float(text[:-2])
    sum = 0
    for part in text.split(':'):
        sum = 60 * sum + float(part)
    return sum


def found(pattern, text):
    match = re.search(pattern, text, re.M)
    return match.groups() if match else None


def row(yee, model):
    planned, took, work, promised, memory, taken, share = [], [], [], [], [], [], []
    disk = written = 0
    for _ in range(REPEATS):
        with tempfile.TemporaryDirectory() as folder:
            for name in glob.glob(os.path.dirname(model) + '/*.h5'):
                os.symlink(name, os.path.join(folder, os.path.basename(name)))
            text, wall, _, _ = run([yee, 'plan', model], folder)
            planned.append(wall)
            promised.append(seconds(found(r'^time +(.*) at most: ', text)[0]))
            share.append(sum(float(found(rf'^  {n} .*?(\d+) %', text)[0]) if found(rf'^  {n} .*?(\d+) %', text) else 0
                             for n in ('sources', 'outputs')))
            value, unit = found(r'^  process +([\d.]+) (\w+)', text)
            memory.append(float(value) * UNIT[unit])
            value, unit = found(r'^disk +([\d.]+) (\w+)', text)
            disk = float(value) * UNIT[unit]
            text, wall, cores, most = run([yee, 'run', model], folder)
            took.append(wall)
            work.append(cores)
            taken.append(most)
            written = sum(os.path.getsize(f) for f in glob.glob(folder + '/*') if not os.path.islink(f))
            early = found(r'ends after step (\d+) of (\d+)', text)
    m, mib = statistics.median, 2**20
    name = os.path.basename(model)[:-4]
    if early:
        name += f' (ended at step {early[0]} of {early[1]})'
    print(f'| {name} | {m(planned):.1f} | {m(promised):.2f} | {m(took):.2f} | {m(work):.2f} | {m(share):.0f} % '
          f'| {m(memory) / mib:.1f} | {m(taken) / mib:.1f} | {disk / mib:.2f} | {written / mib:.2f} |', flush=True)


for path in sys.argv[2:]:
    row(os.path.abspath(sys.argv[1]), os.path.abspath(path))
