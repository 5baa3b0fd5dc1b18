/* core/plugin/elf.c: looks at the headers of a shared object before the loader maps it.
 * Layout: System V gABI 4.1, chapter 4 (object files) and 5 (program headers). */
#include "elf.h"
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_DATA ELFDATA2LSB
#else
#define NATIVE_DATA ELFDATA2MSB
#endif
#define NATIVE_CLASS (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)

/* The machine this very program was built for. */
static ElfW(Half) native_machine(void)
{
    ElfW(Ehdr) header = {.e_machine = EM_NONE};
    FILE *self = fopen("/proc/self/exe", "rb");
    if (self) {
        if (fread(&header, sizeof header, 1, self) != 1)
            header.e_machine = EM_NONE;
        fclose(self);
    }
    return header.e_machine;
}

/* NULL: a shared object for this machine. */
static const char *judge_header(const ElfW(Ehdr) * header)
{
    ElfW(Half) machine = native_machine();
    if (header->e_ident[EI_CLASS] != NATIVE_CLASS || header->e_ident[EI_DATA] != NATIVE_DATA ||
        (machine != EM_NONE && header->e_machine != machine))
        return "built for another kind of processor; build it on this machine";
    if (header->e_type != ET_DYN)
        return "an ELF file, but not a shared object; link it with -shared";
    return NULL;
}

/* True when all that the headers promise lies within the file. */
static bool is_whole(FILE *file, const ElfW(Ehdr) * header, unsigned long long size)
{
    unsigned long long sections = (unsigned long long)header->e_shnum * header->e_shentsize;
    if (header->e_shoff > size || sections > size - header->e_shoff)
        return false;
    for (unsigned i = 0; i < header->e_phnum; i++) {
        ElfW(Phdr) segment;
        long at = (long)(header->e_phoff + (ElfW(Off))i * header->e_phentsize);
        if (fseek(file, at, SEEK_SET) || fread(&segment, sizeof segment, 1, file) != 1)
            return false;
        if (segment.p_type == PT_LOAD &&
            (segment.p_offset > size || segment.p_filesz > size - segment.p_offset))
            return false;
    }
    return true;
}

bool yee_elf_valid(const char *path, const char **reason)
{
    FILE *file = fopen(path, "rb");
    struct stat info;
    ElfW(Ehdr) header;
    if (!file) {
        *reason = "cannot be opened for reading";
        return false;
    }
    size_t got = fread(&header, 1, sizeof header, file);
    if (got < SELFMAG || memcmp(header.e_ident, ELFMAG, SELFMAG))
        *reason = "not an ELF file; a plugin is a shared object made by a compiler";
    else if (got < sizeof header || fstat(fileno(file), &info))
        *reason = "truncated; copy or build it again";
    else
        *reason = judge_header(&header);
    if (!*reason && !is_whole(file, &header, (unsigned long long)info.st_size))
        *reason = "truncated; copy or build it again";
    fclose(file);
    return !*reason;
}
