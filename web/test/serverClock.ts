// A server whose clock the test sets. A library of the test, which is loaded before the C library, adds the seconds in
// a file to the time of the system. Clocks that measure durations stay as they are.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from './cardroom';

const CLOCK = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
  static const volatile int64_t *ahead_s;
  int answer = syscall(SYS_clock_gettime, clock, now);
  if (clock != CLOCK_REALTIME) return answer;
  if (!ahead_s) ahead_s = mmap(NULL, 8, PROT_READ, MAP_SHARED, open(getenv("CLOCK_AHEAD"), O_RDONLY), 0);
  now->tv_sec += *ahead_s;
  return answer;
}`;

/** Prepares the clock of the servers that the test starts from now on. */
export function serverClock(): { setAhead(ms: number): void; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cardroom-clock-'));
  const [library, ahead] = [join(folder, 'clock.so'), join(folder, 'ahead')];
  execFileSync('cc', ['-x', 'c', '-shared', '-fPIC', '-o', library, '-'], { input: CLOCK });
  const setAhead = (ms: number): void => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(Math.round(ms / 1000)));
    // The file stays the same one, because servers have mapped it.
    writeFileSync(ahead, bytes, { flag: 'r+' });
  };
  writeFileSync(ahead, Buffer.alloc(8));
  Object.assign(environment, { LD_PRELOAD: library, CLOCK_AHEAD: ahead });
  return { setAhead, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
