import type { RoleName } from '../../contract/access.ts'

export const roleWords: Readonly<Record<RoleName, string>> = {
  owner: 'Dono',
  manager: 'Gerente',
  basic: 'Atendente',
}
