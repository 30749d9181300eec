import type { Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { Muted } from '../../kit/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { money } from '../../words/format.ts'

type Courier = NonNullable<Order['courierOnDemand']>

interface CourierNewsProps {
  readonly platform: string
  readonly courier: Courier
}

/** What became of the courier, and where the customer follows it. */
export function CourierNews({ platform, courier }: CourierNewsProps) {
  const { state, trackingUrl, dropCode } = courier
  const isComing = state === 'asked' || state === 'coming' || state === 'assigned'
  return (
    <Muted role="status" size={2}>
      <Icon name="bike" size={16} /> {courierText(platform, courier)}
      {isComing && dropCode ? `. O cliente diz o código ${dropCode}` : ''}
      {isComing && trackingUrl ? (
        <>
          {' · '}
          <a href={trackingUrl} target="_blank" rel="noreferrer">
            Acompanhar
          </a>
        </>
      ) : null}
    </Muted>
  )
}

function courierText(platform: string, { state, cents }: Courier): string {
  const price = cents === null ? '' : ` por ${money(cents)}`
  const of = withChannel('de', platform)
  const texts: Readonly<Record<typeof state, string>> = {
    asked: `Entregador ${of} pedido${price}; esperando a resposta`,
    coming: `${withChannel('O', platform)} procura um entregador${price}`,
    assigned: `Entregador ${of} a caminho da loja${price}`,
    delivered: `Entregue pelo entregador ${of}${price}`,
    cancelling: `Desistindo do entregador ${of}…`,
    cancelled: `Entregador ${of} cancelado`,
    refused: `Nenhum entregador ${of} a caminho`,
  }
  return texts[state]
}
