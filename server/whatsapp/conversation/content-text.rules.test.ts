import { expect, test } from 'vitest'
import type { IncomingContent } from '../messaging/line-events.ts'
import { textOf } from './content-text.rules.ts'

test.each<[IncomingContent, string]>([
  [
    { type: 'other', what: 'image', caption: 'quero esta' },
    'quero esta\nEnviou algo que só o telefone mostra.',
  ],
  [{ type: 'other', what: 'image' }, 'Enviou algo que só o telefone mostra.'],
  [{ type: 'other', what: 'audio', seconds: 75 }, 'Áudio de 1:15: ouça no telefone.'],
  [{ type: 'other', what: 'audio' }, 'Áudio: ouça no telefone.'],
  [{ type: 'reaction', emoji: '👍' }, 'Reagiu com 👍'],
  [{ type: 'reaction', emoji: '' }, 'Tirou a reação.'],
  [{ type: 'notice', what: 'sticker' }, 'Enviou uma figurinha.'],
  [
    {
      type: 'cart',
      lines: [
        { code: 'BEB-1', quantity: 2, priceCents: 600 },
        { code: 'X', quantity: 1, priceCents: null },
      ],
      text: 'sem gelo',
    },
    'Carrinho do catálogo do WhatsApp\n2 × BEB-1, R$ 6,00 cada\n1 × X\nsem gelo',
  ],
])('people of the store read %j', (content, words) => {
  expect(textOf(content)).toBe(words)
})
