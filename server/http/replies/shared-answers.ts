/**
 * Answers equal questions together: while one is being answered, all that ask the same wait for the next answer, which
 * begins when the current one is there. So no answer is older than its question, and a hundred owners of one chain
 * cost as much as one.
 */
export class SharedAnswers {
  readonly #running = new Map<string, { readonly ended: Promise<unknown>; next: Promise<string> | null }>()

  answer(question: string, read: () => Promise<string>): Promise<string> {
    const running = this.#running.get(question)
    if (!running) return this.#begin(question, read)
    running.next ??= running.ended.then(() => this.#begin(question, read))
    return running.next
  }

  #begin(question: string, read: () => Promise<string>): Promise<string> {
    const answer = read()
    const running = { ended: answer.catch(() => {}), next: null }
    this.#running.set(question, running)
    void running.ended.then(() => {
      if (this.#running.get(question)?.next === null) this.#running.delete(question)
    })
    return answer
  }
}
