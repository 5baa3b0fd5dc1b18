/* yee/yee.h: all a plugin needs. Programs that use libyee include yee/libyee.h instead. */
#ifndef YEE_YEE_H
#define YEE_YEE_H

#include <yee/boundary.h>
#include <yee/importer.h>
#include <yee/law.h>
#include <yee/material.h>
#include <yee/output.h>
#include <yee/param.h>
#include <yee/plugin.h>
#include <yee/post.h>
#include <yee/problem.h>
#include <yee/scheme.h>
#include <yee/shape.h>
#include <yee/source.h>
#include <yee/subdomain.h>
#include <yee/sum.h>
#include <yee/transport.h>
#include <yee/types.h>
#include <yee/view.h>
#include <yee/waveform.h>

#endif
