import type { Need } from '../../contract/home/home.ts'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { refresh } from '../api/query.ts'
import { BulkDialog } from '../bulk/bulk.ts'
import { AuthoriseDialog, PricesDialog } from '../integrations/integrations.ts'
import { DisputeDialog, ReviewsDialog } from '../reviews/reviews.ts'
import { DecideHoliday } from '../stores/stores.ts'
import { ChannelCause } from './need-dialogs.tsx'
import { ConversationDialog, LineDialog, UnconfirmedDialog } from '../whatsapp/whatsapp.ts'
import type { StoreOfList } from './store-of-list.ts'

/** The dialog of what is not done at once. */
export function NeedAnswer({
  need,
  stores,
  onClose,
}: {
  readonly need: Need
  readonly stores: ReadonlyMap<string, StoreOfList>
  readonly onClose: () => void
}) {
  /** What was decided leaves the list of a group. */
  const close = () => {
    void refresh(readGroupNow)
    onClose()
  }
  switch (need.kind) {
    case 'chats':
    case 'line':
    case 'unsure':
      return <WhatsAppAnswer need={need} onClose={onClose} />
    case 'dispute':
      return <DisputeDialog storeId={need.storeId} disputeId={need.dispute.id} onClose={onClose} />
    case 'reviews':
      return <ReviewsDialog storeId={need.storeId} onClose={onClose} />
    case 'access':
      return <AuthoriseDialog storeId={need.storeId} platform={need.platform} onClose={onClose} />
    case 'prices':
      return <PricesDialog storeId={need.storeId} platform={need.platform} onClose={onClose} />
    case 'holiday':
      return <DecideHoliday holiday={{ ...need.holiday, storeIds: need.storeIds }} onClose={close} />
    case 'long-pause':
      return (
        <BulkDialog
          action={{ kind: 'resume-item', item: need.item }}
          stores={[...stores].flatMap(([id, store]) =>
            need.storeIds.includes(id) ? [{ id, ...store }] : [],
          )}
          onClose={close}
        />
      )
    case 'channel':
      return <ChannelAnswer need={need} stores={stores} onClose={onClose} />
    default:
      return null
  }
}

function ChannelAnswer({
  need,
  stores,
  onClose,
}: {
  readonly need: Extract<Need, { kind: 'channel' }>
  readonly stores: ReadonlyMap<string, StoreOfList>
  readonly onClose: () => void
}) {
  const store = stores.get(need.storeId)
  return (
    <ChannelCause
      need={need}
      storeName={store?.name ?? ''}
      timezone={store?.timezone ?? 'America/Sao_Paulo'}
      onClose={onClose}
    />
  )
}

function WhatsAppAnswer({
  need,
  onClose,
}: {
  readonly need: Extract<Need, { kind: 'chats' | 'line' | 'unsure' }>
  readonly onClose: () => void
}) {
  switch (need.kind) {
    case 'chats':
      return (
        <ConversationDialog
          storeId={need.storeId}
          conversationId={need.chat.conversationId}
          onClose={onClose}
        />
      )
    case 'line':
      return <LineDialog storeId={need.storeId} onClose={onClose} />
    case 'unsure':
      return <UnconfirmedDialog storeId={need.storeId} onClose={onClose} />
  }
}
