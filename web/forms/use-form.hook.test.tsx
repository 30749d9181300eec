import { act, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { array, boolean, gte, int, minLength, strictObject, string } from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { useForm } from './use-form.ts'
import type { Problems } from './use-sending.ts'

interface Printer {
  readonly name: string
  readonly copies: number
  readonly autoPrint: boolean
  readonly lines: readonly { readonly text: string }[]
}

const schema = strictObject({
  name: string().check(minLength(1, 'Informe o nome.')),
  copies: int().check(gte(1, 'No mínimo uma via.')),
  autoPrint: boolean(),
  lines: array(strictObject({ text: string().check(minLength(1, 'A linha está vazia.')) })),
})
const send = vi.fn<(body: Printer) => Promise<void>>()

beforeEach(() => {
  send.mockReset().mockResolvedValue()
})

/** The page of the form has one field, which is wrong. */
function openForm(initial: Partial<Printer> = {}) {
  const element = document.createElement('form')
  element.innerHTML = '<input aria-invalid="true">'
  document.body.replaceChildren(element)
  const { result } = renderHook(() =>
    useForm({
      initial: { name: 'Cozinha', copies: 1, autoPrint: true, lines: [], ...initial },
      schema,
      check: ({ name }): Problems => (name === 'Bar' ? { name: 'Já existe uma impressora Bar.' } : {}),
      input: (values) => values,
      send,
    }),
  )
  const event = { preventDefault: () => {}, currentTarget: element } as unknown as FormEvent<HTMLFormElement>
  return { now: () => result.current, submit: () => act(async () => result.current.onSubmit(event)), event }
}

test('numbers, boxes and rows are sent in their own types', async () => {
  const { now, submit } = openForm()
  act(() => {
    now().choice('copies').onChoose(3)
    now().box('autoPrint').onChange(false)
    now().change((before) => ({ lines: [...before.lines, { text: 'Obrigado' }] }))
  })
  await submit()
  expect(send.mock.calls[0]?.[0]).toEqual({
    name: 'Cozinha',
    copies: 3,
    autoPrint: false,
    lines: [{ text: 'Obrigado' }],
  })
})

test('what cannot be right is not sent: the sentence is at its field, and the first wrong field has the focus', async () => {
  const { now, submit } = openForm({ name: '', lines: [{ text: 'Oi' }, { text: '' }] })
  await submit()
  expect(send).not.toHaveBeenCalled()
  expect(now().problem('name')).toBe('Informe o nome.')
  expect(now().problem('lines.1.text')).toBe('A linha está vazia.')
  expect(now().problem('lines.0.text')).toBeUndefined()
  expect(document.activeElement).toBe(document.querySelector('input'))
})

test('what only the form can know is found before the call has its shape', async () => {
  const { now, submit } = openForm({ name: 'Bar', copies: 0 })
  await submit()
  expect(now().field('name').error).toBe('Já existe uma impressora Bar.')
  expect(now().problem('copies')).toBeUndefined()
})

test('a sentence goes when its own field is right, and comes back when it is wrong again', async () => {
  const { now, submit } = openForm({ name: '', copies: 0 })
  await submit()
  act(() => now().set('copies', 2))
  expect(now().field('name').error).toBe('Informe o nome.')
  expect(now().choice('copies').error).toBeUndefined()
  act(() => now().set('name', 'Bar'))
  await submit()
  act(() => now().set('name', 'Barra'))
  expect(now().field('name').error).toBeUndefined()
  act(() => now().set('name', 'Bar'))
  expect(now().field('name').error).toBe('Já existe uma impressora Bar.')
})

test('a rejection loses nothing that was typed: at its field, or as the sentence of the form', async () => {
  const { now, submit } = openForm()
  act(() => now().set('name', 'Balcão'))
  send.mockRejectedValueOnce(invalid('name', 'Este nome já existe.'))
  await submit()
  expect(now().values.name).toBe('Balcão')
  expect([now().problem('name'), now().refusal, now().busy]).toEqual(['Este nome já existe.', null, false])
  send.mockRejectedValueOnce(invalid('tray', 'Sem bandeja.'))
  await submit()
  expect([now().problem('name'), now().refusal]).toEqual([undefined, 'Há algo errado.'])
})

test('of two presses before the screen shows the first, one is sent', async () => {
  const { now, event } = openForm()
  await act(async () => {
    const { onSubmit } = now()
    onSubmit(event)
    onSubmit(event)
  })
  expect(send).toHaveBeenCalledOnce()
})

const invalid = (path: string, message: string) =>
  new ApiError({
    code: 'validation/invalid',
    message: 'Há algo errado.',
    status: 400,
    details: [{ path, message }],
  })
