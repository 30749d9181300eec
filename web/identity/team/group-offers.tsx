import { useQuery } from '@tanstack/react-query'
import { answerGroupOffer, readGroupOffers, type GroupOffer } from '../../../contract/groups/group-grants.ts'
import { readInvitations, readStoreAccess } from '../../../contract/identity/people.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { Row } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { roleLabels } from '../../words/roles.ts'
import styles from './my-invitations.module.css'

/** People of a group that an owner agrees to for a store. Nothing while there are none, as with the own invitations. */
export function GroupOffers() {
  const { data } = useQuery(queryFor(readGroupOffers, {}))
  const stores = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 }).data?.stores ?? []
  const reply = useAction(async ({ offer, agree }: Answer) => {
    const { grantId, storeId } = offer
    try {
      await ask(answerGroupOffer, { params: { grantId }, body: { agree } }, { storeId })
    } finally {
      await Promise.all([refresh(readGroupOffers), refresh(readInvitations), refresh(readStoreAccess)])
    }
    notify(agree ? `${whoIn(offer)} recebe o convite da loja.` : `${whoIn(offer)} não entra na loja.`)
  })
  if (!data || data.length === 0) return null
  return (
    <section className={styles.invitations} aria-label="Equipe de grupos">
      <ul>
        {data.map((offer) => {
          const store = stores.find(({ id }) => id === offer.storeId)?.name ?? 'a loja'
          return (
            <li key={`${offer.grantId} ${offer.storeId}`}>
              <p>
                <b>
                  {whoIn(offer)} para {store}?
                </b>
                <small>
                  {offer.givenBy} pôs {offer.email} na equipe do grupo {offer.groupName}, como{' '}
                  {roleLabels[offer.role].toLowerCase()}. Nesta loja quem decide é você.
                </small>
              </p>
              <Row as="span" gap={8} align="stretch">
                <Button
                  variant="primary"
                  disabledReason={reply.busyWith ? 'Um momento: a sua resposta está indo.' : null}
                  aria-label={`Aceitar ${whoIn(offer)} em ${store}`}
                  onClick={() => reply.run({ offer, agree: true })}
                >
                  Aceitar
                </Button>
                <Button
                  variant="ghost"
                  disabledReason={reply.busyWith ? 'Um momento: a sua resposta está indo.' : null}
                  aria-label={`Recusar ${whoIn(offer)} em ${store}`}
                  onClick={() => reply.run({ offer, agree: false })}
                >
                  Recusar
                </Button>
              </Row>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface Answer {
  readonly offer: GroupOffer
  readonly agree: boolean
}

const whoIn = ({ name, email }: GroupOffer): string => name || email
