import { useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { MenuItem } from '../../../contract/menu/menu.ts'
import type { KnownCustomer } from '../../../contract/orders/known-customer.ts'
import type { OrderAddress } from '../../../contract/orders/orders.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import type { Form } from '../../forms/use-form.ts'
import { useMenu } from '../../menu/menu.ts'
import { withLine, type DraftItem } from './draft-lines.rules.ts'
import { groupsOf } from './draft-options.rules.ts'
import type { KeptDraft } from './kept-draft.ts'
import { addressFields, broughtBy, broughtNothing, repeated } from './customer/known-draft.rules.ts'
import { phoneOf, type OrderDraft } from './new-order.rules.ts'
import { useKnownCustomer } from './customer/use-known-customer.ts'
import { useOrderForm } from './use-order-form.ts'
import { useTillKeys } from './use-till-keys.ts'

export type TillPart = 'address' | 'payment' | 'discount'

interface Given {
  readonly uid: string
  readonly store: Store
  readonly kept: KeptDraft | null
  readonly onPlaced: () => void
  readonly form: RefObject<HTMLFormElement | null>
  readonly search: RefObject<HTMLInputElement | null>
}

/** What the till holds, and what its buttons and keys do. */
export function useTill({ form: element, search, ...given }: Given) {
  const { store } = given
  const menu = useMenu(store.id)
  /** Where menu and comanda do not fit: the comanda is in sight. */
  const [closing, setClosing] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const { form, quoted, startAgain } = useOrderForm({
    ...given,
    menu: menu.data,
    onUnready: ({ name, phone }) => {
      if (name || phone) setClosing(false)
    },
  })
  const { values: draft, change } = form
  const address = useGivenAddress()
  const customer = useCaller(store, form, () => {
    address.wasGiven()
    setLeftOut([])
  })
  const changeItems = (items: readonly DraftItem[]) => {
    change({ items })
    form.clear((path) => path.startsWith('items'))
  }
  const repeat = () => {
    if (!customer?.lastOrder || !menu.data) return
    const again = repeated(customer.lastOrder, draft, { menu: menu.data, store })
    change(again.change)
    setLeftOut(again.leftOut)
    // What is left out is read before the order is closed.
    if (again.leftOut.length === 0) flushSync(() => setClosing(true))
    element.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  const focusOn = (part: TillPart) => {
    flushSync(() => {
      setClosing(true)
      if (part === 'address') change({ type: 'DELIVERY', typeChosen: true })
    })
    focusPart(element.current, part)
  }
  useTillKeys({
    repeat,
    search: () => {
      flushSync(() => setClosing(false))
      search.current?.focus()
    },
    address: () => focusOn('address'),
    payment: () => focusOn('payment'),
    discount: () => focusOn('discount'),
    send: () => element.current?.requestSubmit(),
  })
  const giveAddress = (given: OrderAddress) => {
    change(addressFields(given, store))
    address.wasGiven()
  }
  const taking = useTaking(menu.data, search, (line) => changeItems(withLine(draft.items, line)))
  return {
    ...{ menu, form, quoted, customer, leftOut, closing },
    ...{ setClosing, startAgain, changeItems, repeat, giveAddress, addressGiven: address.times },
    ...taking,
  }
}

export type TillState = ReturnType<typeof useTill>

/** Who calls: what the telephone brings is in the order, and gives way to what another one brings. */
function useCaller(store: Store, form: Form<OrderDraft>, onBrought: () => void): KnownCustomer | null {
  const brought = useRef(broughtNothing)
  return useKnownCustomer(store.id, phoneOf(form.values), (found) => {
    const last = brought.current
    form.change((before) => broughtBy(found, before, last, store))
    brought.current = {
      name: found?.name ?? '',
      address: found?.addresses[0] ?? null,
      type: found?.lastOrder?.type ?? null,
    }
    onBrought()
  })
}

/** How often an address was put in whole: its fields begin again with it. */
function useGivenAddress() {
  const [times, setTimes] = useState(0)
  return { times, wasGiven: () => setTimes((before) => before + 1) }
}

/** An item with options is asked them first; the search has the focus again afterwards. */
function useTaking(
  menu: ReturnType<typeof useMenu>['data'],
  search: { readonly current: HTMLInputElement | null },
  add: (line: DraftItem) => void,
) {
  const [choosing, setChoosing] = useState<MenuItem | null>(null)
  const chose = useRef(false)
  useEffect(() => {
    if (choosing === null && chose.current) search.current?.focus()
    chose.current = choosing !== null
  }, [choosing, search])
  return {
    choosing,
    stopChoosing: () => setChoosing(null),
    take: (item: MenuItem, line: DraftItem) => {
      if (menu && groupsOf(item, menu).length > 0) setChoosing(item)
      else add(line)
    },
    add: (line: DraftItem) => {
      add(line)
      setChoosing(null)
    },
  }
}

/** Its first field; a part that is closed opens, and takes the focus itself. */
function focusPart(form: HTMLFormElement | null, part: TillPart): void {
  const found = form?.querySelector<HTMLElement>(`[data-till=${part}]`)
  const target = found?.matches('button')
    ? found
    : found?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), [data-opens]')
  if (target?.matches('button')) target.click()
  else target?.focus()
}
