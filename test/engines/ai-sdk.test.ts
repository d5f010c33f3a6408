import { engineContract } from './support/contract.ts'
import { AI_SDK_SUBJECTS, FURTHER_SUBJECTS } from './protocols/ai-sdk-subjects.ts'

for (const subject of [...AI_SDK_SUBJECTS, ...FURTHER_SUBJECTS]) engineContract(subject)
