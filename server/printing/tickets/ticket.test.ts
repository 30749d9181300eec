import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { codePages, commonColumns, maxColumns, minColumns } from '../../../contract/printing/paper.ts'
import { escPos, opensDrawer, type PrinterMechanics } from './printer-commands.ts'
import { sampleOrder } from './sample-order.ts'
import { fold, maxLines, plainTicket, printable, svgTicket } from './ticket-paper.ts'
import { ticket, type TicketContext } from './ticket-text.ts'

const at = '2026-11-20T22:40:00.000Z'
const context: TicketContext = {
  storeName: 'Sabor da Vila Moema',
  storeCode: null,
  timezone: 'America/Sao_Paulo',
  printerName: 'Cozinha',
  copy: 1,
  copies: 1,
  reprint: false,
  change: null,
  movedFrom: null,
  footer: 'Obrigado e bom apetite',
  now: new Date('2026-11-20T22:41:00Z'),
}
const plain: PrinterMechanics = {
  columns: 48,
  codePage: 'cp1252',
  feedLines: 0,
  cutter: true,
  buzzer: 'none',
  drawer: 'none',
}
const order = (changes: Partial<Order> = {}): Order => ({ ...sampleOrder('store', at), ...changes })
const lines = (kind: 'kitchen' | 'delivery', changes: Partial<TicketContext> = {}, of = order()) =>
  plainTicket(ticket(kind, of, { ...context, ...changes }), 48).split('\n')

test('the kitchen’s ticket on 80 mm', () => {
  expect(plainTicket(ticket('kitchen', order(), context), 48)).toMatchSnapshot()
})
test('the whole ticket on 58 mm', () => {
  expect(plainTicket(ticket('delivery', order(), context), 32)).toMatchSnapshot()
})
test('the test page', () => {
  expect(plainTicket(ticket('test', null, context), 32)).toMatchSnapshot()
})

describe('ticket contents', () => {
  test('where a store has a code of its own, the paper calls the order as the screen does', () => {
    const coded = lines('kitchen', { storeCode: 'SV' }).map((line) => line.trim())
    expect(coded).toContain('S V - 1 2 8')
    expect(coded).toContain('Sabor da Vila Moema SV-128')
    expect(lines('kitchen').map((line) => line.trim())).toContain('# 1 2 8')
  })

  test('a changed order says each change on a line of its own, and how many became how many', () => {
    const changed = lines('kitchen', { change: 'SAIU 1× Lasanha\nÁgua: 2× → 1×' }).map((line) => line.trim())
    expect(changed).toContain('SAIU 1× Lasanha')
    expect(changed).toContain('Água: 2× -> 1×')
    expect(printable('2× → 1×', 'cp860')).toBe('2x -> 1x')
  })

  test('the kitchen ticket has no prices and the full ticket shows what to collect and the change to bring', () => {
    expect(lines('kitchen').join('\n')).not.toContain('R$')
    const full = lines('delivery').join('\n')
    expect(full).toContain('COBRAR R$ 140,00')
    expect(full).toMatch(/Troco para +R\$ 200,00\nLevar de troco +R\$ 60,00/)
    expect(full).toContain('CPF/CNPJ na nota: 123.456.789-09')
  })

  test('a reprint is marked below the top edge, where the rail would hide it, and again at the bottom', () => {
    const shown = lines('kitchen', { reprint: true }).map((line) => line.replaceAll(' ', ''))
    const first = shown.findIndex((line) => line.includes('REIMPRESSÃO'))
    expect(first).toBeGreaterThanOrEqual(3)
    expect(shown.filter((line) => line.includes('REIMPRESSÃO'))).toHaveLength(2)
    expect(lines('kitchen').join('')).not.toContain('REIMPRESS')
  })

  test('a scheduled order shows its day and time, and a prepaid order says not to collect', () => {
    const scheduled = order({
      timing: 'SCHEDULED',
      schedule: { start: '2026-11-21T23:00:00.000Z', end: '2026-11-21T23:30:00.000Z' },
    })
    expect(lines('kitchen', {}, scheduled).join('\n')).toContain('AGENDADO 21/11 20:00 às 20:30')
    const { totals } = order()
    const paid = order({ totals: { ...totals, prepaidCents: 14_000, pendingCents: 0 } })
    expect(lines('delivery', {}, paid).join('\n')).toContain('JÁ PAGO: NÃO COBRAR')
  })
})

describe('character tables', () => {
  test('Portuguese prints in every character table, at worst without accents, never as a question mark', () => {
    const text = 'Pão, açaí, maçã, à moda, ÚNICO, José; 1º “dez” – € 5… 🍕'
    expect(printable(text, 'cp1252')).toBe('Pão, açaí, maçã, à moda, ÚNICO, José; 1º “dez” – € 5…')
    expect(printable(text, 'cp858')).toBe('Pão, açaí, maçã, à moda, ÚNICO, José; 1º "dez" - € 5...')
    expect(printable(text, 'cp860')).toBe('Pão, açaí, maçã, à moda, ÚNICO, José; 1º "dez" - EUR 5...')
  })

  test.each(codePages)('%s: every supported character is one byte of the table', (codePage) => {
    const supported = Array.from('ãõâêôáéíóúàçÃÕÂÊÔÁÉÍÓÚÀÇüªº').filter(
      (char) => printable(char, codePage) === char,
    )
    const bytes = escPos([{ text: supported.join('') }], { ...plain, codePage }).toString('latin1')
    expect(bytes).not.toContain('?')
    expect(supported.length).toBeGreaterThan(25)
  })
})

test('lines wrap between words, and only a word longer than the line is cut', () => {
  expect(fold('um dois três', 7)).toEqual(['um dois', 'três'])
  expect(fold('paralelepípedo', 6)).toEqual(['parale', 'lepípe', 'do'])
  expect(fold('', 6)).toEqual([''])
})

const hostile = fc.string({
  unit: fc.constantFrom(...Array.from('\x1b\x1d\x10p\\xb1|{}~_"`^-=\n :;,a')),
  maxLength: 40,
})
const bytesOf = (text: string): string =>
  escPos(ticket('kitchen', order({ notes: text, items: [] }), context), {
    ...plain,
  }).toString('latin1')

/** Cash drawer, image, bit image and bar code commands; our tickets use none of them. */
const foreignCommands = (bytes: string): string[] =>
  ['\x1bp', '\x1dv', '\x1b*', '\x1dk'].filter((command) => bytes.includes(command))

test.each([
  '{command:\\x1bp0}',
  '\\x1bp0',
  '\x1bp0',
  '}\n{command:\\x1bp0}\n{',
  '{image:AAAA}',
  '{code:1234}\n=',
])('a note of %j opens no drawer, cuts no paper and draws nothing', (text) => {
  const bytes = bytesOf(text)
  expect(foreignCommands(bytes)).toEqual([])
  expect(bytes.split('\x1dV')).toHaveLength(2)
})

test('a customer’s text prints character by character and is never interpreted as a command', () => {
  const bare = (text: string) => text.replaceAll(/\s/g, '')
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ maxLength: 40 })), (text) => {
      expect(bare(plainTicket([{ text }], 48))).toBe(bare(printable(text, 'cp1252')))
      expect(foreignCommands(bytesOf(text))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('the SVG of a ticket contains no script and fetches nothing, whatever the customer wrote', () => {
  const svg = svgTicket(
    ticket('delivery', order({ notes: '<script>alert(1)</script> <image href="http://x"/>' }), context),
    48,
  )
  expect(svg).toMatch(/^<svg /)
  expect(svg).not.toMatch(/<script|<image|<style|@import|href=/)
})

test('a width of nothing ends too, and a text that fills the paper goes below the other', () => {
  for (const width of [0, -5, Number.NaN]) expect(fold('ab c', width).join('')).toBe('abc')
  const wide = plainTicket([{ text: 'Pizza média', right: 'R$ '.repeat(40) }], 32).split('\n')
  expect(wide[0]?.trim()).toBe('Pizza média')
  expect(wide.length).toBeLessThan(10)
})

test('a ticket of the longest order that is kept ends after some metres, and says what is missing', () => {
  const long = (letters: number) => 'muita conversa '.repeat(letters).slice(0, letters)
  const [item] = order().items
  if (!item) throw new Error('The sample has an item.')
  const option = { name: long(200), groupName: null, quantity: 1, unitPriceCents: 0 }
  const huge = order({
    notes: long(1_000),
    items: Array.from({ length: 200 }, () => ({
      ...item,
      notes: long(1_000),
      options: Array.from({ length: 50 }, () => option),
    })),
  })
  const printed = lines('kitchen', {}, huge)
  expect(printed.length).toBeLessThanOrEqual(maxLines + 2)
  expect(printed.slice(0, 3).join(' ')).toContain('FALTA UMA PARTE')
  expect(printed.slice(-10).join(' ')).toContain(`#${huge.displayId}`)
})

test('an address without a number ends with its street', () => {
  const { delivery } = order()
  const address = delivery?.address && { ...delivery.address, street: 'SQN 210 Bloco C, s/n', number: '' }
  const whole = order({ delivery: delivery && { ...delivery, address: address ?? null } })
  expect(lines('delivery', {}, whole).map((line) => line.trim())).toContain('SQN 210 Bloco C, s/n - ap. 42')
})

test('every centavo of a discount has its line, also where nobody says who pays it', () => {
  const of = (sponsors: { name: string; cents: number }[]) =>
    lines('delivery', {}, order({ discounts: [{ cents: 450, target: 'CART', sponsors }] })).filter((line) =>
      line.includes('Desconto'),
    )
  expect(of([]).join()).toMatch(/Desconto +-R\$\s4,50/)
  expect(of([{ name: 'MERCHANT', cents: 200 }]).join()).toMatch(
    /Desconto \(loja\) +-R\$\s2,00,Desconto +-R\$\s2,50/,
  )
})

test('an order that came incomplete says so at its head', () => {
  expect(
    lines('kitchen', {}, order({ incomplete: true }))
      .slice(0, 12)
      .join(' '),
  ).toContain('PEDIDO INCOMPLETO')
  expect(lines('kitchen').join(' ')).not.toContain('INCOMPLETO')
})

describe('printers as shops have them', () => {
  const bytes = (changes: Partial<PrinterMechanics>, parts = ticket('delivery', order(), context)) =>
    escPos(parts, { ...plain, ...changes }).toString('latin1')

  test.each([...commonColumns, minColumns, 30, maxColumns])(
    'no line of a ticket is longer than %i letters, and the printer is set to that width',
    (columns) => {
      for (const kind of ['kitchen', 'delivery', 'test'] as const) {
        const parts = ticket(kind, order(), context)
        for (const line of plainTicket(parts, columns).split('\n'))
          expect(line.trimEnd().length).toBeLessThanOrEqual(columns)
        const dots = columns * 12
        expect(bytes({ columns }, parts)).toContain(`\x1dW${String.fromCharCode(dots & 0xff, dots >> 8)}`)
      }
    },
  )

  test('the paper is fed before the cut, and a printer without a cutter is fed and never cut', () => {
    expect(bytes({ feedLines: 4 }).slice(-10)).toBe('\x1bd\x04\x1dVB\x00\x1dr1')
    expect(bytes({ feedLines: 5, cutter: false }).slice(-6)).toBe('\x1bd\x05\x1dr1')
    expect(bytes({ feedLines: 5, cutter: false })).not.toContain('\x1dV')
    expect(bytes({})).not.toContain('\x1bd')
  })

  test('it rings and opens the drawer before the text, by the command of its maker and the drawer’s pin', () => {
    expect(bytes({ buzzer: 'common' }).slice(0, 6)).toBe('\x1b@\x1bB\x03\x02')
    expect(bytes({ buzzer: 'epson' }).slice(0, 8)).toBe('\x1b@\x1b(A\x04\x000')
    expect(bytes({ drawer: 'pin2' }).slice(0, 5)).toBe('\x1b@\x1bp\x00')
    expect(bytes({ drawer: 'pin5' }).slice(0, 5)).toBe('\x1b@\x1bp\x01')
    expect(foreignCommands(bytes({}))).toEqual([])
  })

  test('only the first copy of the whole ticket of an order to be paid in cash opens the drawer, and a test does', () => {
    const first = { kind: 'delivery', copy: 1, reprint: false, change: null } as const
    const cash = order()
    const paid = order({ payments: cash.payments.map((payment) => ({ ...payment, prepaid: true })) })
    const pix = order({ payments: cash.payments.map((payment) => ({ ...payment, method: 'PIX' })) })
    expect(opensDrawer(first, cash)).toBe(true)
    expect(opensDrawer({ ...first, kind: 'test' }, null)).toBe(true)
    expect([
      opensDrawer({ ...first, kind: 'kitchen' }, cash),
      opensDrawer({ ...first, copy: 2 }, cash),
      opensDrawer({ ...first, reprint: true }, cash),
      opensDrawer({ ...first, change: 'Pagamento' }, cash),
      opensDrawer(first, paid),
      opensDrawer(first, pix),
    ]).toEqual([false, false, false, false, false, false])
  })
})
