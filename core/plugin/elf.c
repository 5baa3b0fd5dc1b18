/* core/plugin/elf.c: looks at the headers of a shared object before the loader maps it.
 * Layout: System V gABI 4.1, chapter 4 (object files) and 5 (program headers). */
#include "elf.h"
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
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
    struct stat info;
    ElfW(Ehdr) header;
    if (!stat(path, &info) && !S_ISREG(info.st_mode)) { /* a pipe would be waited for */
        *reason = "not a file that holds anything (a folder, a pipe or a device)";
        return false;
    }
    FILE *file = fopen(path, "rb");
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

/* -- the symbols that a file exports -- */

/* Bytes [offset, offset + size) of a file and a 0 behind them; NULL where the file does not
 * have them. */
static void *read_part(FILE *file, ElfW(Off) offset, ElfW(Xword) size, ElfW(Xword) limit)
{
    if (offset > limit || size > limit - offset)
        return NULL;
    char *part = malloc((size_t)size + 1);
    if (!part)
        return NULL;
    part[size] = '\0';
    if (fseek(file, (long)offset, SEEK_SET) || fread(part, 1, (size_t)size, file) != size) {
        free(part);
        return NULL;
    }
    return part;
}

static bool defines(const ElfW(Sym) * entry, const char *names, ElfW(Xword) size,
                    const char *symbol)
{
    const unsigned bind = ELF64_ST_BIND(entry->st_info); /* the same bits in both classes */
    return entry->st_shndx != SHN_UNDEF && (bind == STB_GLOBAL || bind == STB_WEAK) &&
           entry->st_name < size && !strcmp(names + entry->st_name, symbol);
}

/* Looks through one table of dynamic symbols; its names are in the section sh_link. */
static bool search_table(FILE *file, const ElfW(Shdr) * section, size_t sections,
                         const ElfW(Shdr) * table, ElfW(Xword) limit, const char *symbol)
{
    bool found = false;
    if (table->sh_link >= sections || table->sh_entsize != sizeof(ElfW(Sym)))
        return false;
    const ElfW(Shdr) *text = &section[table->sh_link];
    ElfW(Sym) *entry = read_part(file, table->sh_offset, table->sh_size, limit);
    char *names = read_part(file, text->sh_offset, text->sh_size, limit);
    for (size_t i = 0; entry && names && !found && i < table->sh_size / sizeof *entry; i++)
        found = defines(&entry[i], names, text->sh_size, symbol);
    free(entry);
    free(names);
    return found;
}

bool yee_elf_exports(const char *path, const char *symbol)
{
    FILE *file = fopen(path, "rb");
    struct stat info;
    ElfW(Ehdr) header;
    ElfW(Shdr) *section = NULL;
    bool found = false;
    if (file && !fstat(fileno(file), &info) && fread(&header, sizeof header, 1, file) == 1 &&
        header.e_shentsize == sizeof *section) {
        const ElfW(Xword) limit = (ElfW(Xword))info.st_size;
        section = read_part(file, header.e_shoff, (ElfW(Xword))header.e_shnum * sizeof *section,
                            limit);
        for (size_t i = 0; section && !found && i < header.e_shnum; i++)
            if (section[i].sh_type == SHT_DYNSYM)
                found = search_table(file, section, header.e_shnum, &section[i], limit, symbol);
    }
    free(section);
    if (file)
        fclose(file);
    return found;
}
