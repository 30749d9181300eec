import { expect, test } from 'vitest'
import { brief, menuIn, problemsIn, readSheet } from './testing/read.ts'
import { workbook } from './testing/workbook.ts'

const head = ['Categoria', 'Item', 'Preço']

test('a number in a price cell is a decimal number, rounded half up to centavos, and a rounded price says so', async () => {
  const prices = [11.000000000000002, 33.333333333333336, 12.345, 10.125, 1.005, 19.9, 1299, 0.5, 1234.5]
  const read = await readSheet(
    await workbook([{ rows: [head, ...prices.map((price, at) => ['L', `Item ${at}`, price])] }]),
  )
  expect(brief(read).map(([, , cents]) => cents)).toEqual([
    1_100, 3_333, 1_235, 1_013, 101, 1_990, 129_900, 50, 123_450,
  ])
  expect(problemsIn(read)).toEqual([
    'Linha 3: O preço 33,333333333333336 foi arredondado para R$\u00A033,33.',
    'Linha 4: O preço 12,345 foi arredondado para R$\u00A012,35.',
    'Linha 5: O preço 10,125 foi arredondado para R$\u00A010,13.',
    'Linha 6: O preço 1,005 foi arredondado para R$\u00A01,01.',
  ])
})

test('a text of money keeps its Brazilian reading beside numbers of cells', async () => {
  const read = await readSheet(
    await workbook([{ rows: [head, ['L', 'Texto', '12.345'], ['L', 'Número', 12.345]] }]),
  )
  expect(brief(read).map(([, , cents]) => cents)).toEqual([1_234_500, 1_235])
})

test('a formula counts with the value that the file keeps; one without a value names the cause', async () => {
  const read = await readSheet(
    await workbook([
      {
        rows: [
          head,
          ['L', 'Calculado', { formula: 'C9*2', number: 22.9 }],
          ['L', 'Sem valor', { formula: 'C9*2' }],
          ['L', 'Com erro', { formula: '1/0', error: '#DIV/0!' }],
        ],
      },
    ]),
  )
  expect(brief(read)).toEqual([['L', 'Calculado', 2_290]])
  expect(problemsIn(read)).toEqual([
    'Linha 3: O preço é uma fórmula sem valor guardado. Abra a planilha no Excel, salve e mande de novo.',
    'Linha 4: O preço é uma fórmula com erro (#DIV/0!).',
  ])
})

test('formats of cells are read as what they mean: reais, other money, a percentage, a date', async () => {
  const money = (format: string) => ({ number: 9.5, format })
  const read = await readSheet(
    await workbook([
      {
        rows: [
          head,
          ['L', 'Em reais', money('"R$" #,##0.00')],
          ['L', 'Em reais do Excel', money('[$R$-416] #,##0.00')],
          ['L', 'Em dólar', money('[$US$-409] #,##0.00')],
          ['L', 'Em euro', money('#,##0.00 "€"')],
          ['L', 'Em porcentagem', money('0%')],
          ['L', 'Virou data', { number: 46_000, format: 'dd/mm/yyyy' }],
          ['L', 'Verdadeiro', true],
        ],
      },
    ]),
  )
  expect(brief(read)).toEqual([
    ['L', 'Em reais', 950],
    ['L', 'Em reais do Excel', 950],
  ])
  expect(problemsIn(read)).toEqual([
    'Linha 4: O preço não está em reais.',
    'Linha 5: O preço não está em reais.',
    'Linha 6: “950%” não é um preço. Informe em reais, como 12,50.',
    'Linha 7: “09/12/2025” não é um preço. Informe em reais, como 12,50.',
    'Linha 8: “sim” não é um preço. Informe em reais, como 12,50.',
  ])
})

test('a code keeps the zeros that its cell shows and all its digits; yes and no are read from true and false', async () => {
  const read = await readSheet(
    await workbook([
      {
        rows: [
          ['Código', 'Código de barras', 'Item', 'Preço', 'Bebida alcoólica', 'Serve'],
          [{ number: 42, format: '00000' }, 7_891_234_567_895, 'Vinho', 89, true, 2],
          ['0007', null, 'Suco', 9, false, 1],
        ],
      },
    ]),
  )
  expect(menuIn(read).items).toMatchObject([
    { externalCode: '00042', ean: '7891234567895', isAlcoholic: true, serving: 2 },
    { externalCode: '0007', isAlcoholic: false, serving: 1 },
  ])
})
