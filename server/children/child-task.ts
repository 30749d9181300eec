/** What a child says to the pool beside the messages of its task. */
type Note = 'begun' | 'full'
interface NoteMessage {
  readonly childNote: Note
}

/** Share of a child's memory that each new task has at least. */
const shareForTask = 0.5

/**
 * The default export of a child's module. The time of a task counts from its first own line: its child's start and
 * imports do not count, however slow the machine. A child that still holds much when its task is over says so before
 * its answer, and gets no further task: it would be ended with a neighbour's.
 */
export const childTask =
  <Task, Answer>(work: (task: Task) => Answer | Promise<Answer>) =>
  async (task: Task): Promise<Answer> => {
    await note('begun')
    try {
      return await work(task)
    } finally {
      if (process.memoryUsage.rss() > maxMemory() * (1 - shareForTask)) await note('full')
    }
  }

export const noteIn = (sent: unknown): Note | undefined =>
  typeof sent === 'object' && sent !== null && 'childNote' in sent
    ? (sent as NoteMessage).childNote
    : undefined

/** Bytes; the only argument of a child (child-limits.ts). */
export const maxMemory = (): number => Number(process.argv[2]) * 1024 * 1024

function note(childNote: Note): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send({ childNote } satisfies NoteMessage, () => resolve())
    else resolve()
  })
}
