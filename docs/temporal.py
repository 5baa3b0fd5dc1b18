#!/usr/bin/env python3
"""temporal.py > temporal.svg: bricks, the march and the halo of cuda.temporal."""

T, ROWS, KEPT = 4, 16, 8
INK, GREY, GREEN, RED, BLUE = "#222222", "#d9d9d9", "#a6d8a8", "#f2b8a0", "#a9c8ec"
out = []


def box(x, y, w, h, fill, stroke=INK, width=0.6):
    out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" '
               f'stroke="{stroke}" stroke-width="{width}"/>')


def text(x, y, words, size=11, anchor="start"):
    out.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
               f'font-family="sans-serif" fill="{INK}">{words}</text>')


def arrow(x0, y0, x1, y1):
    out.append(f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{INK}" '
               f'stroke-width="1.1" marker-end="url(#tip)"/>')


def classes(x, y):
    """Rows and columns of the grid: the uniform rectangle and the frame, with a source."""
    text(x, y - 10, "1. The grid in bricks (rows down, columns across)", 12)
    for j in range(6):
        for k in range(8):
            edge = j in (0, 5) or k in (0, 7)
            box(x + 30 * k, y + 26 * j, 30, 26, RED if edge else GREEN)
    box(x + 126, y + 62, 34, 30, "none", INK, 1.4)
    box(x + 137, y + 72, 12, 10, BLUE, INK, 1.0)
    text(x, y + 176, "green: uniform; red: edge; blue: cells a source affects,")
    text(x, y + 191, "copied back; around them the box whose steps are redone")


def halo(x, y):
    """A column of a brick: what is right after each step."""
    text(x, y - 10, "2. A brick's rows, step by step (T = 4)", 12)
    for s in range(T + 1):
        for n in range(ROWS):
            good = s <= n < ROWS - s
            kept = s == T and (ROWS - KEPT) // 2 <= n < (ROWS + KEPT) // 2
            box(x + 44 * s, y + 9.5 * n, 34, 9.5, BLUE if kept else GREEN if good else GREY)
        text(x + 44 * s + 17, y + 9.5 * ROWS + 14, "read" if s == 0 else f"step {s}", 10, "middle")
    text(x, y + 182, "grey: wrong, for want of neighbours;")
    text(x, y + 197, "blue: written, and done by no other brick")


def march(x, y):
    """Planes against levels during one plane step."""
    text(x, y - 10, "3. One plane step of the march: every level does one plane", 12)
    for n in range(10):
        fill = GREEN if 4 <= n <= 7 else GREY if n > 7 else BLUE
        box(x + 34 * n, y, 30, 54, fill)
        label = "n+1" if n == 9 else "n" if n == 8 else f"n-{8 - n}"
        text(x + 34 * n + 15, y + 68, label, 9, "middle")
        if 4 <= n <= 7:
            text(x + 34 * n + 15, y + 25, "level", 9, "middle")
            text(x + 34 * n + 15, y + 38, f"{7 - n}", 11, "middle")
    for n in range(4):
        text(x + 34 * n + 15, y + 31, "written", 8, "middle")
    text(x + 34 * 8 + 15, y + 31, "fetched", 8, "middle")
    text(x + 34 * 9 + 15, y + 31, "fetched", 8, "middle")
    arrow(x + 10, y + 90, x + 320, y + 90)
    text(x + 165, y + 106, "march", 11, "middle")
    text(x, y + 128, "Level s takes plane n-1-s from time level s to s+1: H from E of this plane and the next,")
    text(x, y + 143, "then E from H of this plane and the one before. The result waits for level s+1.")


classes(30, 40)
halo(330, 40)
march(30, 290)
print('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450" viewBox="0 0 600 450">')
print('<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
      f'<path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>')
print('<rect width="600" height="450" fill="white"/>')
print("\n".join(out))
print("</svg>")
