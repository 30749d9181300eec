import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleOrder } from '../../testing/sample-order.ts'
import { IncompleteOrder } from './incomplete-order.tsx'

test('an order with invalid data is marked, and says where the whole of it is', () => {
  const { rerender } = render(
    <IncompleteOrder order={sampleOrder({ platform: 'ifood', incomplete: true })} />,
  )
  expect(screen.getByRole('status').textContent).toBe(
    'Pedido com dados inválidos. Confira o pedido inteiro no aplicativo: iFood.',
  )
  rerender(<IncompleteOrder order={sampleOrder({ platform: 'balcao', incomplete: true })} />)
  expect(screen.getByRole('status').textContent).toContain('Confira com o cliente')
  rerender(<IncompleteOrder order={sampleOrder()} />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('what we have no place for is in view, in the words of the channel', () => {
  const notUnderstood = ['Combo burger, Hambúrguer: Sem cebola (modifiers)', 'Suco (items)']
  render(<IncompleteOrder order={sampleOrder({ platform: 'ifood', incomplete: true, notUnderstood })} />)
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual(notUnderstood)
  expect(screen.getByRole('status').textContent).toContain('Não entendemos isto')
})
