/** What most often stops a kitchen; asked, never required. */
export const stopReasons = ['Cozinha lotada', 'Faltou gente', 'Sem luz ou internet'] as const
export const noReason = 'sem motivo informado'
