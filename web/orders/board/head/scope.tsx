import { ChannelWords, StoreWords } from '../../../stores/store-words.tsx'
import { Sentence } from '../../../ui/sentence/sentence.tsx'
import styles from './scope.module.css'

/** Whose orders are shown: "de todas as lojas por todos os canais". */
export function Scope() {
  return (
    <div className={styles.scope}>
      <Sentence title="Pedidos" see="Ver os pedidos">
        <StoreWords minimum="basic" before="de" />
        <ChannelWords minimum="basic" />
      </Sentence>
    </div>
  )
}
