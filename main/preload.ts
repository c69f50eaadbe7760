import { contextBridge, ipcRenderer } from 'electron';
import { exposeAppliance } from './ipc/expose.ts';

exposeAppliance({ contextBridge, ipcRenderer });
