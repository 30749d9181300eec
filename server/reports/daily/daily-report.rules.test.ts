import { describe, expect, test } from 'vitest'
import { noMeasures, type Measures } from '../../../contract/reports/metrics/measures.ts'
import { daySentence, hoursOfDay, meanOf, peakHourOf, type SentenceFacts } from './daily-report.rules.ts'

const sold = (cents: number, orders = 10): Measures => ({
  ...noMeasures,
  received: orders,
  grossCents: cents,
})
// 2026-11-20 is a Friday, 2026-11-21 a Saturday.
const friday: SentenceFacts = {
  day: '2026-11-20',
  today: '2026-11-20',
  running: true,
  notStarted: false,
  cutAt: '20:00',
  totals: sold(512_000),
  compared: sold(457_143),
  comparison: 'same-weekday-last-week',
  comparedDays: ['2026-11-13'],
  comparedEmpty: false,
  peakHour: 19,
}

describe('the day’s sentence', () => {
  const cases: [string, Partial<SentenceFacts>, string][] = [
    [
      'states the sales, the comparison, the time and the peak',
      {},
      'Até as 20h você faturou R$\u00a05.120,00, 12\u00a0% acima da última sexta até esta hora; o pico foi às 19h.',
    ],
    [
      'uses natural words for a Saturday and the hours after midnight',
      { day: '2026-11-21', cutAt: '01:07', totals: sold(400_000), peakHour: 0 },
      'Até a 1h07 você faturou R$\u00a04.000,00, 13\u00a0% abaixo do último sábado até esta hora; o pico foi à meia-noite.',
    ],
    [
      'a finished day has a date and no hour',
      { running: false, cutAt: null, peakHour: 12 },
      'Na sexta, 20 de novembro, você faturou R$\u00a05.120,00, 12\u00a0% acima da sexta anterior; o pico foi ao meio-dia.',
    ],
    [
      'a day of another year is named with it, also the one it is compared with',
      {
        day: '2016-05-05',
        running: false,
        cutAt: null,
        peakHour: null,
        comparison: 'custom',
        comparedDays: ['2015-05-07'],
      },
      'Na quinta, 5 de maio de 2016, você faturou R$\u00a05.120,00, 12\u00a0% acima de 7 de maio de 2015.',
    ],
    [
      'against yesterday',
      { comparison: 'yesterday' },
      'Até as 20h você faturou R$\u00a05.120,00, 12\u00a0% acima de ontem até esta hora; o pico foi às 19h.',
    ],
    [
      'against the mean of four',
      { comparison: 'mean-of-four-same-weekdays', running: false, cutAt: null, peakHour: null },
      'Na sexta, 20 de novembro, você faturou R$\u00a05.120,00, 12\u00a0% acima de uma sexta comum.',
    ],
    [
      'against last year',
      { comparison: 'last-year', running: false, cutAt: null, peakHour: null },
      'Na sexta, 20 de novembro, você faturou R$\u00a05.120,00, 12\u00a0% acima do mesmo dia da semana do ano passado.',
    ],
    [
      'against a chosen day',
      { comparison: 'custom', comparedDays: ['2026-05-01'], peakHour: null },
      'Até as 20h você faturou R$\u00a05.120,00, 12\u00a0% acima de 1º de maio até esta hora.',
    ],
    [
      'equal sales',
      { compared: sold(512_100), peakHour: null },
      'Até as 20h você faturou R$\u00a05.120,00, o mesmo que na última sexta até esta hora.',
    ],
    [
      'nothing to compare with',
      { comparedEmpty: true, compared: noMeasures, peakHour: null },
      'Até as 20h você faturou R$\u00a05.120,00, ainda sem dia anterior para comparar.',
    ],
    [
      'the compared day had no sales by now',
      { compared: noMeasures, peakHour: null },
      'Até as 20h você faturou R$\u00a05.120,00; na última sexta até esta hora não havia vendas.',
    ],
    [
      'no sales yet',
      { totals: noMeasures, peakHour: null, cutAt: '09:30' },
      'Ainda não há vendas hoje; na última sexta, até esta hora, já eram R$\u00a04.571,43.',
    ],
    [
      'no sales yet and no past',
      { totals: noMeasures, compared: noMeasures, comparedEmpty: true, peakHour: null },
      'Ainda não há vendas hoje.',
    ],
    [
      'a finished day without sales',
      { totals: noMeasures, running: false, cutAt: null, peakHour: null },
      'Na sexta, 20 de novembro, não houve vendas; na sexta anterior foram R$\u00a04.571,43.',
    ],
    [
      'all orders were cancelled',
      { totals: { ...noMeasures, received: 3, cancelled: 3 }, compared: noMeasures, peakHour: null },
      'Até as 20h não houve vendas: 3 pedidos recebidos foram cancelados.',
    ],
    ['a future day', { notStarted: true }, 'Este dia ainda não começou.'],
  ]
  test.each(cases)('%s', (_name, facts, sentence) => {
    expect(daySentence({ ...friday, ...facts })).toBe(sentence)
  })
})

describe('the hours', () => {
  const row = (hour: number, netCents: number, compared = false) => ({
    back: compared ? 7 : 0,
    hour,
    orders: netCents / 1_000,
    netCents,
  })

  test('run from the first to the last relevant hour, past midnight, with the mean of the compared days', () => {
    const hours = hoursOfDay([row(23, 3_000), row(1, 1_000), row(22, 4_000, true)], 4, 1 << 2, 2)
    expect(hours.map((each) => each.hour)).toEqual([22, 23, 0, 1])
    expect(hours[0]?.compared).toEqual({ orders: 2, netCents: 2_000 })
    expect(peakHourOf(hours)).toBe(23)
  })

  test('keep an hour at their ends that sells less than half an order on average', () => {
    const rare = { back: 7, hour: 22, orders: 1, netCents: 4_800 }
    const refunded = { back: 14, hour: 2, orders: 0, netCents: -900 }
    const hours = hoursOfDay([row(23, 3_000), rare, refunded], 4, 0, 4)
    expect(hours.map((each) => each.hour)).toEqual([22, 23, 0, 1, 2])
    expect(hours[0]?.compared).toEqual({ orders: 0, netCents: 1_200 })
  })

  test('a single hour with sales is not a peak', () => {
    expect(peakHourOf(hoursOfDay([row(12, 3_000)], 4, 0, 1))).toBeNull()
  })
})

test('a mean is rounded to whole units for each measure', () => {
  expect(meanOf({ ...noMeasures, received: 7, grossCents: 1_001 }, 2)).toMatchObject({
    received: 4,
    grossCents: 501,
  })
})
