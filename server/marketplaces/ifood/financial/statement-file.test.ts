import { describe, expect, test } from 'vitest'
import { statementLines } from './statement-file.ts'

const head = 'competencia;descricao_lancamento;valor;pedido_associado_ifood;impacto_no_repasse'

describe('the file of a month', () => {
  test('is read by the names of its columns, in any order', () => {
    expect(statementLines(`${head}\n2026-11;Venda;31.50;o-1;SIM\n2026-11;Comissão;-3,78;o-1;SIM\n`)).toEqual([
      { orderId: 'o-1', description: 'Venda', cents: 3_150, transferred: true },
      { orderId: 'o-1', description: 'Comissão', cents: -378, transferred: true },
    ])
    expect(
      statementLines('VALOR;impacto_no_repasse;pedido_associado_ifood;descricao_lancamento\r\n1;NAO;;Taxa'),
    ).toEqual([{ orderId: null, description: 'Taxa', cents: 100, transferred: false }])
  })

  test('may have semicolons, quotation marks and ends of lines in a cell, and a mark at its start', () => {
    expect(statementLines(`\uFEFF${head}\n2026-11;"Ajuste; ""manual""\nde novembro";-5;o-2;SIM\n`)).toEqual([
      { orderId: 'o-2', description: 'Ajuste; "manual"\nde novembro', cents: -500, transferred: true },
    ])
  })

  test('counts a line whose effect is not clear, so that no money is hidden', () => {
    expect(statementLines(`${head}\n2026-11;Venda;1;o-1;`)?.[0]?.transferred).toBe(true)
  })

  test('without lines has none', () => {
    expect(statementLines(`${head}\n`)).toEqual([])
  })

  test.each([
    ['a column that we read', 'competencia;valor\n2026-11;1'],
    ['an amount', `${head}\n2026-11;Venda;muito;o-1;SIM`],
    ['anything', ''],
  ])('that lacks %s is refused whole', (_what, text) => {
    expect(statementLines(text)).toBeNull()
  })
})
