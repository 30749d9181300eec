import { errorSentence } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useChats } from './chats-data.ts'
import { UnsureList } from './unconfirmed-list.tsx'

/** The messages of one store that are in doubt, over another screen. */
export function UnsureDialog({
  storeId,
  onClose,
}: {
  readonly storeId: string
  readonly onClose: () => void
}) {
  const { data, error } = useChats()
  const messages = data?.unsure.filter((one) => one.storeId === storeId)
  return (
    <Dialog title="Mensagens em dúvida" onClose={onClose}>
      {messages && messages.length > 0 ? (
        <UnsureList messages={messages} />
      ) : messages ? (
        <p>Nenhuma mensagem está em dúvida agora.</p>
      ) : error ? (
        <p role="alert">{errorSentence(error)}</p>
      ) : (
        <Skeleton height={200} />
      )}
    </Dialog>
  )
}
