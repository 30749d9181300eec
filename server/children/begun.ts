const message = { begun: true } as const

/** In a child, before its work: from now on the task's time counts. Its start and imports do not, however slow the machine. */
export const begun = (): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

export const isBegun = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'begun' in sent && !('id' in sent)
