import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLanguageModel } from '../../../../server/adapters/onnx/language-model-file.ts';
import { tellLanguage } from '../../../../server/detect/index.ts';

const model = await readLanguageModel(join(import.meta.dirname, '../../../../models'));
const tell = (...texts: string[]) => tellLanguage(texts, ['en', 'es'], model);

describe('a turn of five words or more tells its language (design D49)', () => {
  it.each([
    ['de', 'ich brauche einen termin bei der zahnärztin'],
    ['fr', 'je voudrais annuler mon rendez vous de jeudi'],
    ['pt', 'eu preciso remarcar a consulta do meu filho'],
    ['it', 'vorrei sapere quando sono pronte le analisi'],
    ['pl', 'chciałabym przełożyć wizytę u okulisty na wtorek'],
    ['vi', 'tôi muốn hỏi khi nào có kết quả xét nghiệm'],
    ['vi', 'toi muon hoi khi nao co ket qua xet nghiem'],
    ['tl', 'gusto ko po sanang malaman kung kailan ang susunod'],
    ['ht', 'mwen ta renmen konnen kilè rezilta yo ap pare'],
    ['so', 'waxaan doonayaa inaan beddelo ballanta aan qabto'],
    ['ru', 'мне нужно записаться к врачу'],
    ['zh', '我想预约医生'],
    ['ja', '予約を変更したいのですが'],
    ['ko', '예약을 바꾸고 싶은데요'],
    ['ar', 'أريد تغيير موعدي من فضلك'],
    ['hi', 'मुझे डॉक्टर से मिलना है'],
    ['uk', 'мені потрібно змінити час візиту'],
    ['el', 'θέλω να κλείσω ένα ραντεβού'],
  ])('%s', (language, text) => {
    expect(tell(text)).toEqual({ other: language });
  });
});

describe('English and Spanish are covered, alone and mixed', () => {
  it.each([
    'i need to move my cleaning to next thursday if you can',
    'quisiera mover mi limpieza para el próximo jueves si se puede',
    'quisiera cancelar porque i have to work that day pero puedo el viernes',
    'it is for my mother in law she goes by oma hildegard',
    'they put me on metoprolol and atorvastatin after the surgery',
    'mi doctora es la doctora kowalczyk la del segundo piso',
    'can you send it to thi.nguyen@example.com please',
  ])('%s', (text) => {
    expect(tell(text)).toBe('covered');
  });

  it.each([
    'my dentist is doctor wolfgang oberhuber over on lindenstrasse',
    'atorvastatin metoprolol levothyroxine and gabapentin',
    'Przybyszewski, P R Z Y B Y S Z E W S K I',
  ])('names and drugs do not make a turn another language: %s', (text) => {
    expect(['covered', 'unsure']).toContain(tell(text));
  });

  it('Spanish is another language where the policy lists English alone', () => {
    const told = tellLanguage(['quisiera mover mi cita para el jueves'], ['en'], model);
    expect(told).toEqual({ other: 'es' });
  });
});

describe('a turn that says little', () => {
  it.each(['okay', 'mm hmm', '555 0143', 'b r a n d t', 'ana@example.com', 'Marie Dubois', ''])(
    'says nothing alone: %s',
    (text) => {
      expect(tell(text)).toBe('unsure');
    },
  );

  const german = 'ich brauche einen termin bei der zahnärztin';
  const english = 'i would like to make an appointment please';

  it('has the language of what the speaker said before', () => {
    expect(tell('okay', german)).toEqual({ other: 'de' });
    expect(tell('555 0143', 'okay', german)).toEqual({ other: 'de' });
    expect(tell('okay', english)).toBe('covered');
  });

  it('stays covered where it is a foreign name after English turns', () => {
    expect(tell('nguyen thi phuong thao', english)).toBe('covered');
    expect(tell('it is przybyszewski brzęczyszczykiewicz', english)).toBe('covered');
  });

  it('a whole sentence of another language is told after English turns too', () => {
    const sentence = 'warte mal ich muss erst meinen mann nach der nummer fragen';
    expect(tell(sentence, english)).toEqual({ other: 'de' });
  });
});
