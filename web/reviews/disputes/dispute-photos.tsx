import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { readDisputePhoto, type Dispute } from '../../../contract/orders/disputes.ts'
import { queryFor } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Muted } from '../../kit/text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../reviews-page.module.css'

/** The customer's pictures, each larger at a press. */
export function DisputePhotos({ dispute: { id, storeId, photos } }: { readonly dispute: Dispute }) {
  const [large, setLarge] = useState<number | null>(null)
  const read = useQueries({
    queries: Array.from({ length: photos }, (_, photo) => ({
      ...queryFor(readDisputePhoto, { params: { disputeId: id, photo: String(photo) } }, { storeId }),
      staleTime: Infinity,
    })),
  })
  const shown = large === null ? null : read[large]?.data?.photo
  return (
    <>
      {read.map(({ data, isPending }, photo) => {
        const name = `Foto ${photo + 1} do cliente`
        if (isPending) return <Skeleton key={photo} height={96} />
        return data?.photo ? (
          <button key={photo} type="button" className={styles.photo} onClick={() => setLarge(photo)}>
            <img src={data.photo} alt={`${name}: ver maior`} />
          </button>
        ) : (
          <Muted key={photo} size={3}>
            {name}: não deu para abrir. Veja no aplicativo do canal.
          </Muted>
        )
      })}
      {shown ? (
        <Dialog title="Foto do cliente" onClose={() => setLarge(null)}>
          <img className={styles.large} src={shown} alt="Foto que o cliente mandou" />
        </Dialog>
      ) : null}
    </>
  )
}
