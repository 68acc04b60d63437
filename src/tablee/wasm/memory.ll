; The few functions of Numba's run time that rules need which make arrays of their own.
; An array is owned by one function of ours and given back there, so nothing is counted.
declare ptr @malloc(i32)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
 %bytes = trunc i64 %size to i32
 %room = add i32 %bytes, 112
 %info = call ptr @malloc(i32 %room)
 store i64 1, ptr %info
 %dtor = getelementptr i8, ptr %info, i32 8
 store i64 0, ptr %dtor
 %at = ptrtoint ptr %info to i32
 %past = add i32 %at, 111
 %even = and i32 %past, -64
 %data = inttoptr i32 %even to ptr
 %where = getelementptr i8, ptr %info, i32 16
 store ptr %data, ptr %where
 %long = getelementptr i8, ptr %info, i32 24
 store i64 %size, ptr %long
 ret ptr %info
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
 %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
 ret ptr %info
}

define void @NRT_MemInfo_call_dtor(ptr %info) {
 call void @free(ptr %info)
 ret void
}
