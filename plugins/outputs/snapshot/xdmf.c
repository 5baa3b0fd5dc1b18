/* plugins/outputs/snapshot/xdmf.c: the XDMF text that shows ParaView a rectilinear grid. */
#include "xdmf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One array of a snapshot: row `row` of [rows, z, y, x]. */
static void put_array(FILE *out, const xdmf *x, const char *file, const char *name,
                      const char *type, int64_t row, int64_t rows)
{
    const long long nx = x->count[0], ny = x->count[1], nz = x->count[2];
    fprintf(out,
            "        <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"Node\">\n"
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%lld %lld %lld\">\n"
            "            <DataItem Dimensions=\"3 4\" Format=\"XML\">%lld 0 0 0 1 1 1 1 1 %lld "
            "%lld %lld</DataItem>\n"
            "            <DataItem Dimensions=\"%lld %lld %lld %lld\" %s Format=\"HDF\">"
            "%s:%s/PointData/%s</DataItem>\n"
            "          </DataItem>\n"
            "        </Attribute>\n",
            name, nz, ny, nx, (long long)row, nz, ny, nx, (long long)rows, nz, ny, nx, type,
            file, x->root, name);
}

static void put_snapshot(FILE *out, const xdmf *x, const char *file, int64_t n)
{
    char type[64];
    snprintf(type, sizeof type, "NumberType=\"Float\" Precision=\"%d\"", x->bytes);
    fprintf(out,
            "      <Grid Name=\"snapshot %lld\">\n"
            "        <Time Value=\"%.17g\"/>\n"
            "        <Topology TopologyType=\"3DRectMesh\" Dimensions=\"%lld %lld %lld\"/>\n"
            "        <Geometry GeometryType=\"VXVYVZ\">\n",
            (long long)n, x->time[n], (long long)x->count[2], (long long)x->count[1],
            (long long)x->count[0]);
    for (int a = 0; a < 3; a++)
        fprintf(out,
                "          <DataItem Dimensions=\"%lld\" NumberType=\"Float\" Precision=\"8\" "
                "Format=\"HDF\">%s:/axes/%c</DataItem>\n",
                (long long)x->count[a], file, 'x' + a);
    fputs("        </Geometry>\n", out);
    for (int i = 0; i < x->arrays; i++)
        put_array(out, x, file, x->array[i], type, n, x->steps);
    if (x->material)
        put_array(out, x, file, "material", "NumberType=\"Int\" Precision=\"4\"", 0, 1);
    if (x->conductor)
        put_array(out, x, file, "conductor", "NumberType=\"UChar\" Precision=\"1\"", 0, 1);
    fputs("      </Grid>\n", out);
}

char *xdmf_text(const xdmf *x)
{
    char *text = NULL;
    size_t size = 0;
    const char *slash = strrchr(x->h5, '/'), *file = slash ? slash + 1 : x->h5;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n  <Domain>\n"
          "    <Grid Name=\"snapshots\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
          out);
    for (int64_t n = 0; n < x->steps; n++)
        put_snapshot(out, x, file, n);
    fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", out);
    if (fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}
