import { createElement, Suspense, useState, type ComponentProps } from 'react'
import { Muted } from '../../kit/text.tsx'
import { lazyFramed } from '../../screens/stale-chunk.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

const load = () => import('./new-order-dialog.tsx')
type Module = Awaited<ReturnType<typeof load>>

let fetched: Module | null = null

/** Once the orders are drawn: the till is a third of the board's code. */
export async function fetchTill(): Promise<void> {
  fetched = await load()
}

const Late = lazyFramed(load, 'NewOrderDialog')

/** Opens within the press if the till was fetched. Otherwise its first field opens, which gives the till what was typed. */
export function NewOrder(props: Omit<ComponentProps<Module['NewOrderDialog']>, 'phone'>) {
  const [ready] = useState(() => fetched)
  const [phone, setPhone] = useState('')
  if (ready) return createElement(ready.NewOrderDialog, { ...props, phone })
  return (
    <Suspense fallback={<FirstField phone={phone} onPhone={setPhone} onClose={props.onClose} />}>
      <Late {...props} phone={phone} />
    </Suspense>
  )
}

function FirstField({
  phone,
  onPhone,
  onClose,
}: {
  readonly phone: string
  readonly onPhone: (typed: string) => void
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Novo pedido" onClose={onClose} full>
      <TextField
        label="Telefone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        data-first
        value={phone}
        onChange={(event) => onPhone(event.target.value)}
      />
      <Muted role="status">Abrindo…</Muted>
    </Dialog>
  )
}
