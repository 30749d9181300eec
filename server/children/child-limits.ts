import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { maxMemory } from './child-task.ts'

/** Loaded first in every child process, whose only argument is its limit of memory in MB (child-pool.ts). */

const checkMs = 20

// Calls come first, and children get the time that is left.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// A heap limit does not bound native memory, and a task may block this thread: another one watches the whole process.
const watch = `
  const limit = ${String(maxMemory())}
  setInterval(() => {
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL')
  }, ${String(checkMs)})`
new Worker(watch, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()

// The process that asks is gone.
process.on('disconnect', () => process.exit())
