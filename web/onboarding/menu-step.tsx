import { Link } from '@tanstack/react-router'
import type { Store } from '../../contract/stores/stores.ts'
import {
  readUsage,
  saveMenuReady,
  saveSelfMadeMenu,
  type UsageData,
} from '../../contract/onboarding/usage.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import styles from './steps-tab.module.css'

interface MenuStepProps {
  readonly store: Store
  readonly usage: UsageData
  readonly done: boolean
}

/** How the menu comes to be, and the owner's word that it is ready. */
export function MenuStep({ store, usage, done }: MenuStepProps) {
  const { selfMadeMenu, menuReady, version, steps } = usage
  const sells = steps.some((step) => step.key === 'first-order' && step.done)
  const at = { storeId: store.id }
  const save = useAction(async (what: 'own' | 'copied' | 'ready' | 'unready') => {
    try {
      if (what === 'own' || what === 'copied')
        await ask(saveSelfMadeMenu, { body: { selfMadeMenu: what === 'own', version } }, at)
      else await ask(saveMenuReady, { body: { menuReady: what === 'ready', version } }, at)
    } finally {
      await refresh(readUsage)
    }
  })
  if (!done)
    return selfMadeMenu ? (
      <p className={styles.terms}>
        Você escreve os itens aqui.{' '}
        <Button variant="ghost" busy={save.isBusy('copied')} onClick={() => save.run('copied')}>
          Copiar de outro lugar
        </Button>
      </p>
    ) : (
      <p className={styles.terms}>
        Já tem o cardápio em outro lugar?{' '}
        <Link to="/cardapio/importar">Copie de um site, de uma planilha ou de um canal</Link>.{' '}
        <Button variant="ghost" busy={save.isBusy('own')} onClick={() => save.run('own')}>
          Vou escrever aqui
        </Button>
      </p>
    )
  // Its sales say it already.
  if (sells) return null
  return menuReady ? (
    <p className={styles.terms}>
      Você disse que o cardápio está pronto.{' '}
      <Button variant="ghost" busy={save.isBusy('unready')} onClick={() => save.run('unready')}>
        Ainda falta algo
      </Button>
    </p>
  ) : (
    <p className={styles.terms}>
      Confira nomes e preços antes de vender.{' '}
      <Button variant="ghost" busy={save.isBusy('ready')} onClick={() => save.run('ready')}>
        O cardápio está pronto
      </Button>
    </p>
  )
}
