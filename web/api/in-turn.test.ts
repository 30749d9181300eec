import { expect, test } from 'vitest'
import { turnOfTheLoop } from '../testing/turn-of-the-loop.ts'
import { inTurn } from './in-turn.ts'

function counter() {
  const started: string[] = []
  const answers: (() => void)[] = []
  let queue: readonly string[] = []
  const ask = inTurn(
    async (item: string) => {
      started.push(item)
      await new Promise<void>((resolve) => answers.push(resolve))
    },
    (now) => (queue = now),
  )
  const answer = async () => {
    answers.shift()?.()
    await turnOfTheLoop()
  }
  return { started, ask, answer, waiting: () => queue }
}

test('a second request runs after the first and is not lost', async () => {
  const { started, ask, answer, waiting } = counter()
  ask('enviar de novo')
  ask('retomar')
  expect(started).toEqual(['enviar de novo'])
  expect(waiting()).toEqual(['enviar de novo', 'retomar'])
  await answer()
  expect(started).toEqual(['enviar de novo', 'retomar'])
  await answer()
  expect(waiting()).toEqual([])
})

test('a double click is one request, both while it runs and while it waits', async () => {
  const { started, ask, answer } = counter()
  ask('imprimir')
  ask('imprimir')
  ask('testar')
  ask('testar')
  await answer()
  await answer()
  expect(started).toEqual(['imprimir', 'testar'])
  ask('imprimir')
  expect(started).toEqual(['imprimir', 'testar', 'imprimir'])
})
