/* plugins/shapes/terrain/geotiff.c: heights of a GeoTIFF, by libtiff.
 *
 * One sample a pixel, integers or reals, in strips or tiles. ModelPixelScale and ModelTiepoint
 * place pixel (i, j) at east = X + (i - I) sx, north = Y - (j - J) sy; where GTRasterType says
 * that pixels are areas (or says nothing), heights are those of their middles, half a pixel
 * further. ModelTransformation may turn the image instead, and is not followed. N. Ritter and M. Ruth, GeoTIFF Format Specification 1.0 (1995), sec. 2.5.2, 2.6. */
#include "geotiff.h"

#include <string.h>
#include <strings.h>

bool geotiff_is(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcasecmp(dot, ".tif") || !strcasecmp(dot, ".tiff"));
}

#ifndef YEE_HAVE_TIFF
yee_status geotiff_read(const yee_host *host, const char *path, geotiff *image)
{
    (void)image;
    return host->fail(host, YEE_INPUT,
                      "%s: this yee was built without libtiff and reads no GeoTIFF; build it "
                      "where libtiff-dev is installed, or write the heights as text, a line of "
                      "numbers for each point along the first axis",
                      path);
}
#else

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <tiffio.h>

enum { PIXEL_SCALE = 33550, TIEPOINT = 33922, MATRIX = 34264, KEYS = 34735, NODATA = 42113 };
enum { MODEL_TYPE = 1024, RASTER_TYPE = 1025, GEOGRAPHIC = 2, PIXEL_IS_POINT = 2 };

/* libtiff's own words, of the thread that reads; some begin with the file's name. */
static _Thread_local char said[256];
static void keep(const char *module, const char *format, va_list list)
{
    (void)module;
    if (!said[0])
        vsnprintf(said, sizeof said, format, list);
}

typedef struct layout {
    uint32_t width, height, tile[2]; /* tile[0] 0: strips */
    uint16_t bits, format;
} layout;

static double sample(const layout *l, const void *from, size_t at)
{
    const char *p = (const char *)from + at * (l->bits / 8);
    double real64;
    float real32;
    int16_t int16;
    int32_t int32;
    uint16_t uint16;
    switch (l->format * 100 + l->bits) {
    case SAMPLEFORMAT_IEEEFP * 100 + 64:
        return memcpy(&real64, p, sizeof real64), real64;
    case SAMPLEFORMAT_IEEEFP * 100 + 32:
        return memcpy(&real32, p, sizeof real32), (double)real32;
    case SAMPLEFORMAT_INT * 100 + 16:
        return memcpy(&int16, p, sizeof int16), int16;
    case SAMPLEFORMAT_INT * 100 + 32:
        return memcpy(&int32, p, sizeof int32), int32;
    case SAMPLEFORMAT_UINT * 100 + 16:
        return memcpy(&uint16, p, sizeof uint16), uint16;
    default:
        return NAN;
    }
}

static bool known(const layout *l)
{
    const double zero = 0;
    return !isnan(sample(l, &zero, 0));
}

static yee_status look(const yee_host *host, const char *path, TIFF *file, layout *l)
{
    uint16_t samples = 1;
    *l = (layout){.bits = 1};
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &l->width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &l->height);
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &l->bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &l->format);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    if (TIFFIsTiled(file)) {
        TIFFGetField(file, TIFFTAG_TILEWIDTH, &l->tile[0]);
        TIFFGetField(file, TIFFTAG_TILELENGTH, &l->tile[1]);
    }
    if (samples != 1)
        return host->fail(host, YEE_INPUT, "%s has %d samples a pixel; heights have one", path,
                          samples);
    if (!known(l))
        return host->fail(host, YEE_INPUT,
                          "%s has %s of %d bits; heights are reals of 32 or 64 bits, or "
                          "integers of 16 or 32",
                          path,
                          l->format == SAMPLEFORMAT_IEEEFP ? "reals"
                          : l->format == SAMPLEFORMAT_INT  ? "integers"
                                                           : "samples",
                          l->bits);
    if (l->width < 1 || l->height < 1 || (TIFFIsTiled(file) && (!l->tile[0] || !l->tile[1])))
        return host->fail(host, YEE_INPUT, "%s has no pixels", path);
    return YEE_OK;
}

/* Puts samples of one row of pixels, from column i on, into their places. */
static void put_row(const layout *l, geotiff *image, uint32_t i, uint32_t j, uint32_t count,
                    const void *from, size_t at)
{
    for (uint32_t n = 0; n < count && i + n < l->width; n++)
        image->height[(int64_t)(i + n) * image->n[1] + (l->height - 1 - j)] =
            sample(l, from, at + n);
}

static bool read_rows(TIFF *file, const layout *l, void *buffer, geotiff *image)
{
    for (uint32_t j = 0; j < l->height; j++) {
        if (TIFFReadScanline(file, buffer, j, 0) != 1)
            return false;
        put_row(l, image, 0, j, l->width, buffer, 0);
    }
    return true;
}

static bool read_tiles(TIFF *file, const layout *l, void *buffer, geotiff *image)
{
    for (uint32_t j = 0; j < l->height; j += l->tile[1])
        for (uint32_t i = 0; i < l->width; i += l->tile[0]) {
            if (TIFFReadTile(file, buffer, i, j, 0, 0) < 0)
                return false;
            for (uint32_t q = 0; q < l->tile[1] && j + q < l->height; q++)
                put_row(l, image, i, j + q, l->tile[0], buffer, (size_t)q * l->tile[0]);
        }
    return true;
}

/* The values of a tag; NULL: there are none of that type. libtiff does not know GeoTIFF's tags and
 * gives them in the type that the file says. */
static const void *values(TIFF *file, uint32_t tag, TIFFDataType type, uint32_t *count)
{
    const TIFFField *field = TIFFFindField(file, tag, TIFF_ANY);
    const void *found = NULL;
    const bool is = field && TIFFFieldDataType(field) == type;
    return is && TIFFGetField(file, tag, count, &found) ? found : NULL;
}

/* A short value of the file's keys, which come four at a time behind a head of four. */
static int key(TIFF *file, int wanted, int otherwise)
{
    uint32_t count = 0;
    const uint16_t *keys = values(file, KEYS, TIFF_SHORT, &count);
    for (uint32_t n = 4; keys && n + 3 < count; n += 4)
        if (keys[n] == wanted && keys[n + 1] == 0)
            return keys[n + 3];
    return otherwise;
}

static void find_place(TIFF *file, geotiff *image)
{
    uint32_t scales = 0, ties = 0, entries = 0;
    const double *scale = values(file, PIXEL_SCALE, TIFF_DOUBLE, &scales);
    const double *tie = values(file, TIEPOINT, TIFF_DOUBLE, &ties);
    image->degrees = key(file, MODEL_TYPE, 0) == GEOGRAPHIC;
    image->placed = scale && scales >= 2 && tie && ties >= 6 && scale[0] > 0 && scale[1] > 0;
    image->turned = !image->placed && values(file, MATRIX, TIFF_DOUBLE, &entries);
    if (!image->placed)
        return;
    const double middle = key(file, RASTER_TYPE, 0) == PIXEL_IS_POINT ? 0 : 0.5;
    image->first[0] = tie[3] + (middle - tie[0]) * scale[0];
    image->first[1] = tie[4] - ((double)(image->n[1] - 1) + middle - tie[1]) * scale[1];
    image->step[0] = scale[0];
    image->step[1] = scale[1];
}

/* The value that stands for "no height", as text. */
static yee_status check_gaps(const yee_host *host, const char *path, TIFF *file,
                             const geotiff *image)
{
    uint32_t count = 0;
    const char *text = values(file, NODATA, TIFF_ASCII, &count);
    const double none = text ? strtod(text, NULL) : NAN;
    for (int64_t n = 0; text && n < image->n[0] * image->n[1]; n++)
        if (image->height[n] == none)
            return host->fail(
                host, YEE_INPUT,
                "%s has no height at column %lld, row %lld (its value for that is "
                "%g); fill the gaps: gdal_fillnodata.py",
                path, (long long)(n / image->n[1]),
                (long long)(image->n[1] - 1 - n % image->n[1]), none);
    return YEE_OK;
}

static yee_status read_open(const yee_host *host, const char *path, TIFF *file, geotiff *image)
{
    layout l;
    yee_status status = look(host, path, file, &l);
    if (status)
        return status;
    *image = (geotiff){.n = {l.width, l.height}};
    if ((size_t)l.width <= SIZE_MAX / sizeof *image->height / l.height)
        image->height =
            host->alloc(host, (size_t)l.width * (size_t)l.height * sizeof *image->height);
    void *buffer =
        malloc((size_t)(l.tile[0] ? TIFFTileSize(file) : TIFFScanlineSize(file)) + 8);
    if (!image->height || !buffer) {
        free(buffer);
        return host->fail(host, YEE_MEMORY, "no memory for %lu x %lu heights",
                          (unsigned long)l.width, (unsigned long)l.height);
    }
    const bool ok =
        l.tile[0] ? read_tiles(file, &l, buffer, image) : read_rows(file, &l, buffer, image);
    free(buffer);
    if (!ok)
        return host->fail(host, YEE_IO, "%s cannot be read: %s", path, said);
    find_place(file, image);
    return check_gaps(host, path, file, image);
}

yee_status geotiff_read(const yee_host *host, const char *path, geotiff *image)
{
    /* libtiff's own handlers write to stderr; it warns of tags that it does not know. */
    const TIFFErrorHandler error = TIFFSetErrorHandler(keep),
                           warn = TIFFSetWarningHandler(NULL);
    said[0] = '\0';
    TIFF *file = TIFFOpen(path, "r");
    const size_t name = strlen(path) + 2;
    if (strlen(said) > name && !strncmp(said, path, name - 2))
        memmove(said, said + name, strlen(said) - name + 1);
    const yee_status status =
        file ? read_open(host, path, file, image)
             : host->fail(host, YEE_IO, "%s cannot be read: %s", path, said);
    if (file)
        TIFFClose(file);
    TIFFSetErrorHandler(error);
    TIFFSetWarningHandler(warn);
    return status;
}
#endif
