import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { gte, int, strictObject, string } from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { createOpenDrafts, OpenDraftsContext, type OpenDrafts } from './open-drafts.ts'
import { useDraft } from './use-draft.ts'

const words = {
  minutes: { label: 'Tempo de preparo', unit: 'min' },
  footer: { label: 'Frase da via' },
}
const saved = { minutes: '25', footer: 'Obrigado' }
const schema = strictObject({
  minutes: int('Informe os minutos.').check(gte(5, 'No mínimo 5 minutos.')),
  footer: string(),
})
const send = vi.fn<(input: { minutes: number; footer: string }) => Promise<void>>()
let drafts: OpenDrafts

beforeEach(() => {
  drafts = createOpenDrafts()
  send.mockReset().mockResolvedValue()
})

function openForm() {
  const { result, rerender, unmount } = renderHook(
    (now: typeof saved) =>
      useDraft({
        saved: now,
        words,
        schema,
        input: ({ minutes, footer }) => ({ minutes: Number(minutes), footer }),
        send,
      }),
    {
      initialProps: saved,
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <OpenDraftsContext value={drafts}>{children}</OpenDraftsContext>
      ),
    },
  )
  return {
    form: result,
    serverHas: (now: typeof saved) => rerender(now),
    leave: unmount,
    type: (name: keyof typeof saved, text: string) => act(() => result.current.set(name, text)),
    save: () => act(async () => drafts.read()[0]?.save()),
  }
}
const bar = () => drafts.read()[0]
const barTexts = () => bar()?.changes.map(({ text }) => text.replaceAll('\u00a0', ' '))

test('an untouched form shows no save bar; a typed one says what changed; typed back it is clean again', () => {
  const { type } = openForm()
  expect(drafts.read()).toEqual([])
  type('minutes', '30')
  expect(barTexts()).toEqual(['Tempo de preparo: 25 → 30 min'])
  type('minutes', '25')
  expect(drafts.read()).toEqual([])
})

test('the save bar has a place while a form is shown', () => {
  expect(drafts.hasForms()).toBe(false)
  const one = openForm()
  const other = openForm()
  one.leave()
  expect(drafts.hasForms()).toBe(true)
  other.leave()
  expect(drafts.hasForms()).toBe(false)
})

test('discarding brings the saved values back', () => {
  const { form, type } = openForm()
  type('footer', 'Bom apetite')
  act(() => bar()?.discard())
  expect(form.current.values).toEqual(saved)
  expect(drafts.read()).toEqual([])
})

test('saving sends the form, and once the server has the values nothing is unsaved', async () => {
  const { type, save, serverHas } = openForm()
  type('minutes', '30')
  await save()
  expect(send).toHaveBeenCalledWith({ minutes: 30, footer: 'Obrigado' })
  serverHas({ ...saved, minutes: '30' })
  expect(drafts.read()).toEqual([])
})

test('what cannot be right is said at its field and not sent, and goes once it is mended', async () => {
  const { form, type, save } = openForm()
  type('minutes', '2')
  await save()
  expect(send).not.toHaveBeenCalled()
  expect(form.current.field('minutes').error).toBe('No mínimo 5 minutos.')
  type('minutes', '6')
  expect(form.current.field('minutes').error).toBeUndefined()
})

test('a save that fails loses nothing that was typed, and says why', async () => {
  send.mockRejectedValue(new ApiError({ code: 'network/offline', message: 'Sem conexão.', status: 0 }))
  const { form, type, save } = openForm()
  type('minutes', '30')
  await save()
  expect(form.current.values.minutes).toBe('30')
  expect(bar()).toMatchObject({ refusal: 'Sem conexão.', busy: false })
})

test('somebody else’s save in between shows both values, and the typed one stays', () => {
  const { form, type, serverHas } = openForm()
  type('minutes', '30')
  serverHas({ minutes: '40', footer: 'Até logo' })
  expect(form.current.values).toEqual({ minutes: '30', footer: 'Até logo' })
  expect(bar()?.conflicts).toEqual([
    { name: 'minutes', label: 'Tempo de preparo', theirs: '40\u00a0min', mine: '30\u00a0min' },
  ])
  expect(barTexts()).toEqual(['Tempo de preparo: 40 → 30 min'])
  type('minutes', '40')
  expect(drafts.read()).toEqual([])
})

test('a form that is gone leaves nothing unsaved behind', () => {
  const { type, leave } = openForm()
  type('minutes', '30')
  leave()
  expect(drafts.read()).toEqual([])
})
