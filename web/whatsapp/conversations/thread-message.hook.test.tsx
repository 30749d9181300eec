import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/whatsapp/conversations.ts'
import { Message } from './thread-message.tsx'

const of = { storeId: '11111111-1111-4111-8111-111111111111', name: 'Ana', phone: '5511912340100' }
const said: ChatMessage = {
  id: 'wamid.1',
  by: 'customer',
  at: '2026-11-20T23:14:00Z',
  text: 'quero 2 pastéis',
  state: null,
  asked: false,
  change: null,
}
const wordsOf = (change: ChatMessage['change']) => {
  render(<Message message={{ ...said, change }} timezone="America/Sao_Paulo" of={of} onAgain={null} />)
  expect(screen.getByText('quero 2 pastéis')).toBeTruthy()
  return screen.getByText(/^Cliente, /).textContent
}

test.each([
  ['that nobody changed', null, 'Cliente, 20:14'],
  ['that the customer edited', 'edited', 'Cliente, 20:14, editada'],
  ['whose new text only the phone shows', 'unread', 'Cliente, 20:14, editada: o celular mostra o texto novo'],
  ['that the customer deleted', 'deleted', 'Cliente, 20:14, apagada no WhatsApp'],
] as const)('a message %s keeps its text, and says so beside its time', (_what, change, words) => {
  expect(wordsOf(change)).toBe(words)
})

test('a message that Meta withholds says why it did not arrive', () => {
  const lost = { by: 'store', state: 'failed', lostBecause: 'withheld' } as const
  render(<Message message={{ ...said, ...lost }} timezone="America/Sao_Paulo" of={of} onAgain={null} />)
  expect(screen.getByText(/^Balcão, /).textContent).toBe(
    'Balcão, 20:14, não saiu: a Meta não entrega mensagens a este cliente por enquanto',
  )
})
