/* core/model/waveform_guard.h: waveforms on their way to those who play them. */
#ifndef YEE_CORE_WAVEFORM_GUARD_H
#define YEE_CORE_WAVEFORM_GUARD_H

#include "plugin/host.h"
#include <yee/waveform.h>

/* The waveform of an instance that was opened, by calls that are known to be its (call.h);
 * from the instance's arena. False: no memory. */
bool yee_waveform_guarded(const yee_instance *instance, const void *self, yee_waveform *out);

#endif
