/** Raised with every change of the agent that stores should get; the panel compares it with what each computer runs. */
export const agentVersion = '2.1.0'
export const software = `balcao-agente ${agentVersion}`
