import { useEffect } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './board-keys.module.css'

export interface BoardKeys {
  /** Moves to the next or previous order. */
  readonly move: (step: 1 | -1) => void
  /** The main step of the focused card. */
  readonly step: (order: Order, wanted: 'accept' | 'advance') => void
  readonly print: (order: Order) => void
  readonly open: (order: Order) => void
  readonly courier: (order: Order) => void
  readonly search: () => void
  /** The last step, while it can be undone. */
  readonly undo: () => void
  readonly help: () => void
}

const keyText = [
  ['/', 'Buscar na tela'],
  ['J e K', 'Próximo pedido e anterior'],
  ['A', 'Aceitar'],
  ['E', 'Avançar: pronto, saiu para entrega, entregue'],
  ['P', 'Imprimir, ou imprimir de novo'],
  ['M', 'Escolher o entregador'],
  ['Z', 'Desfazer a última etapa'],
  ['Enter', 'Ver os detalhes'],
  ['?', 'Esta ajuda'],
] as const

/** The same on a bump bar and on a numeric keypad. */
const wallKeyText = [
  ['1 a 9', 'O pedido desse número está pronto'],
  ['← → ou − +', 'Pedido anterior e próximo'],
  ['Enter', 'O pedido marcado está pronto'],
  ['R ou 0', 'Trazer o último de volta; de novo, o anterior'],
  ['Esc', 'Sair da tela da cozinha'],
] as const

/** Keyboard shortcuts: letters act on the focused card, never while the user types. */
export function useBoardKeys(orders: readonly Order[], keys: BoardKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (isHeld(event)) {
        event.preventDefault()
        return
      }
      const act = lookup(actions(orders, keys), event.key.toLowerCase())
      // On a button inside the card, Enter belongs to that button.
      if (event.key === 'Enter' && !isCard(event.target)) return
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [orders, keys])
}

function actions(orders: readonly Order[], keys: BoardKeys): Readonly<Record<string, () => void>> {
  const withFocus = (work: (order: Order) => void) => () => {
    const id = document.activeElement?.closest('[data-order]')?.getAttribute('data-order')
    const order = orders.find((one) => one.id === id)
    if (order) work(order)
    else notify('Escolha antes um pedido: J vai ao próximo, K ao anterior.')
  }
  return {
    '/': keys.search,
    z: keys.undo,
    '?': keys.help,
    j: () => keys.move(1),
    k: () => keys.move(-1),
    a: withFocus((order) => keys.step(order, 'accept')),
    e: withFocus((order) => keys.step(order, 'advance')),
    p: withFocus(keys.print),
    m: withFocus(keys.courier),
    enter: withFocus(keys.open),
  }
}

/** After a step the focus is on the next order: a key that stays down must not act on that one. */
const isHeld = (event: KeyboardEvent): boolean => event.repeat && /^[aepmz]$|^enter$/i.test(event.key)

const isCard = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.order !== undefined

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('input, textarea, select, dialog, [popover], [contenteditable]') !== null ||
    target.isContentEditable)

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Atalhos do teclado" onClose={onClose}>
      <KeyList keys={keyText} />
      <h3 className={styles.wall}>Na tela da cozinha</h3>
      <p>Vale o teclado, um teclado numérico ou uma barra de cozinha (bump bar) USB.</p>
      <KeyList keys={wallKeyText} />
    </Dialog>
  )
}

const KeyList = ({ keys }: { readonly keys: readonly (readonly [string, string])[] }) => (
  <Stack as="dl" gap={8} className={styles.keys}>
    {keys.map(([key, words]) => (
      <Stack gap={12} key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{words}</dd>
      </Stack>
    ))}
  </Stack>
)
