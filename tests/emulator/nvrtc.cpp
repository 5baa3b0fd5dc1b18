/* tests/emulator/nvrtc.cpp: libnvrtc of a card that is a processor: the functions that yee calls,
 * with the C++ compiler that built the emulator behind them. "Machine code" is a shared object
 * with its length in front, which card.cpp loads. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

struct program {
    std::string source, log, code;
    std::map<std::string, std::string> header;
};

namespace
{

bool write_file(const std::string &path, const std::string &text)
{
    FILE *file = fopen(path.c_str(), "w");
    const bool whole = file && fwrite(text.data(), 1, text.size(), file) == text.size();
    return file && fclose(file) == 0 && whole;
}

std::string read_file(const std::string &path)
{
    std::string text;
    FILE *file = fopen(path.c_str(), "r");
    char piece[4096];
    for (size_t n = 0; file && (n = fread(piece, 1, sizeof piece, file)) > 0;)
        text.append(piece, n);
    if (file)
        fclose(file);
    return text;
}

/* Runs the compiler in a folder; its sentences go to the file log there. */
int compile_in(const char *folder)
{
    /* the flags of the header that is compiled beforehand, which gcc takes for no others */
    std::vector<const char *> argument = {
        EMULATOR_COMPILER, EMULATOR_FLAGS, "-shared", "-include", EMULATOR_HEADER,
        "kernels.cu.cpp",  "-o",           "code",    nullptr};
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(folder) != 0)
            _exit(127);
        const int log = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(log, 1);
        dup2(log, 2);
        execvp(argument[0], const_cast<char *const *>(argument.data()));
        _exit(127);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status;
}

} // namespace

#define NVRTC extern "C" __attribute__((visibility("default")))

NVRTC int nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return 0;
}

NVRTC int nvrtcCreateProgram(program **made, const char *source, const char *, int headers,
                             const char *const *text, const char *const *name)
{
    *made = new program;
    (*made)->source = source;
    for (int n = 0; n < headers; n++)
        (*made)->header[name[n]] = text[n];
    return 0;
}

NVRTC int nvrtcDestroyProgram(program **made)
{
    delete *made;
    *made = nullptr;
    return 0;
}

NVRTC int nvrtcCompileProgram(program *p, int, const char *const *)
{
    char folder[] = "/tmp/yee-emulator-XXXXXX";
    if (!mkdtemp(folder))
        return 1;
    const std::string at = std::string(folder) + "/";
    write_file(at + "kernels.cu.cpp", p->source);
    for (const auto &[name, text] : p->header)
        if (text !=
            p->header["stdint.h"]) /* the processor has those that stand for CUDA's and C's */
            write_file(at + name, text);
    const int status = compile_in(folder);
    p->log = read_file(at + "log");
    const std::string object = read_file(at + "code");
    if (status == 0) {
        const uint64_t bytes = object.size();
        p->code.assign(reinterpret_cast<const char *>(&bytes), sizeof bytes);
        p->code += object;
    }
    for (const auto &[name, text] : p->header)
        unlink((at + name).c_str());
    for (const char *name : {"kernels.cu.cpp", "log", "code"})
        unlink((at + name).c_str());
    rmdir(folder);
    return status == 0 ? 0 : 6; /* NVRTC_ERROR_COMPILATION */
}

NVRTC int nvrtcGetProgramLogSize(program *p, size_t *bytes)
{
    *bytes = p->log.size() + 1;
    return 0;
}

NVRTC int nvrtcGetProgramLog(program *p, char *text)
{
    memcpy(text, p->log.c_str(), p->log.size() + 1);
    return 0;
}

NVRTC int nvrtcGetCUBINSize(program *p, size_t *bytes)
{
    *bytes = p->code.size();
    return 0;
}

NVRTC int nvrtcGetCUBIN(program *p, char *code)
{
    memcpy(code, p->code.data(), p->code.size());
    return 0;
}

NVRTC const char *nvrtcGetErrorString(int result)
{
    return result == 6 ? "NVRTC_ERROR_COMPILATION" : "the emulator's compiler";
}
