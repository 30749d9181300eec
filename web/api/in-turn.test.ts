import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

function counter() {
  const begun: string[] = []
  const answers: (() => void)[] = []
  let asked: readonly string[] = []
  const ask = inTurn(
    async (what: string) => {
      begun.push(what)
      await new Promise<void>((resolve) => answers.push(resolve))
    },
    (now) => (asked = now),
  )
  const answer = async () => {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { begun, ask, answer, waiting: () => asked }
}

test('a second request runs after the first and is not lost', async () => {
  const { begun, ask, answer, waiting } = counter()
  ask('enviar de novo')
  ask('retomar')
  expect(begun).toEqual(['enviar de novo'])
  expect(waiting()).toEqual(['enviar de novo', 'retomar'])
  await answer()
  expect(begun).toEqual(['enviar de novo', 'retomar'])
  await answer()
  expect(waiting()).toEqual([])
})

test('a double click is one request, both while it runs and while it waits', async () => {
  const { begun, ask, answer } = counter()
  ask('imprimir')
  ask('imprimir')
  ask('testar')
  ask('testar')
  await answer()
  await answer()
  expect(begun).toEqual(['imprimir', 'testar'])
  ask('imprimir')
  expect(begun).toEqual(['imprimir', 'testar', 'imprimir'])
})
