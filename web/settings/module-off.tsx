import { Link } from '@tanstack/react-router'
import { moduleNames, type ModuleKey } from '../../contract/stores/module-keys.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** A section whose module the store switched off. */
export function ModuleOff({ module, storeId }: { readonly module: ModuleKey; readonly storeId: string }) {
  return (
    <EmptyState
      icon="columns"
      title={`O módulo ${moduleNames[module]} está desligado`}
      action={
        <Link to="/settings" search={{ tab: 'modulos', store: storeId }}>
          Abrir os módulos
        </Link>
      }
    >
      Ligue de novo para usar esta parte. O que já existia está guardado.
    </EmptyState>
  )
}
