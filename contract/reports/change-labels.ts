import type { ChangeKind } from './sale.ts'

/** What changed a closed day, as pages and files name it. */
export const changeLabels: Readonly<Record<ChangeKind, { readonly one: string; readonly many: string }>> = {
  cancelled: { one: 'Cancelamento', many: 'cancelamentos' },
  refunded: { one: 'Estorno', many: 'estornos' },
  edited: { one: 'Pedido alterado', many: 'pedidos alterados' },
  arrived: { one: 'Pedido que chegou depois', many: 'pedidos que chegaram depois' },
  statement: { one: 'Acerto no extrato', many: 'acertos no extrato' },
}
