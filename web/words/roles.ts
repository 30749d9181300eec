import type { RoleName } from '../../contract/shared/access.ts'

export const roleLabels: Readonly<Record<RoleName, string>> = {
  owner: 'Dono',
  manager: 'Gerente',
  basic: 'Atendente',
}
