import { errorSentence } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useChats } from './chats-data.ts'
import { UnconfirmedList } from './unconfirmed-list.tsx'

/** The unconfirmed messages of one store, in a dialog over another screen. */
export function UnconfirmedDialog({
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
        <UnconfirmedList messages={messages} />
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
